import { mount } from "svelte";
import "./palette.css";
import "./app.css";
import "./forms.css";
import "./board.css";
import "./results.css";
import App from "./App.svelte";

mount(App, { target: document.querySelector("#app")! });
