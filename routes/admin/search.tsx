export { default, handler } from "./(_sections)/search/page.tsx";
