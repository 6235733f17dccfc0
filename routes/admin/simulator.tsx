export { default, handler } from "./(_sections)/simulator/page.tsx";
