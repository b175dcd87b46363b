import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import { defineConfig } from "vitest/config";

const LOADER = "src/machine/machine.ts";

export default defineConfig(({ mode }) => {
  // `npm run dev` shows the sources as they are, with the matches of this server.
  const server = loadEnv(mode, ".", "GARRISON_").GARRISON_SERVER ?? "http://127.0.0.1:8000";
  return {
    plugins: [svelte()],
    server: { proxy: { "/api": { target: server, changeOrigin: true, headers: { origin: server }, ws: true } } },
    build: {
      outDir: "dist",
      emptyOutDir: true,
      assetsInlineLimit: 0, // the page's policy allows no data: addresses
      modulePreload: { polyfill: false },
      target: "es2022",
      rollupOptions: {
        // The loader of games' rules is a file of its own as well, for other people's pages.
        input: { index: "index.html", machine: LOADER },
        output: { entryFileNames: ({ name }) => (name === "machine" ? "machine.js" : "assets/[name]-[hash].js") },
        preserveEntrySignatures: "exports-only",
      },
    },
    worker: { format: "es" },
    test: { include: ["tests/**/*.test.ts"], environment: "node" },
  };
});
