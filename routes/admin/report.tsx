export { default, handler } from "./(_sections)/report/page.tsx";
