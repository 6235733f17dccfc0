export { default, handler } from "./(_sections)/status/page.tsx";
