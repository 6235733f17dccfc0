export { default, handler } from "./(_sections)/overview/page.tsx";
