import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv } from "vite";
import { defineConfig } from "vitest/config";

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
    },
    test: { include: ["tests/**/*.test.ts"], environment: "node" },
  };
});
