export { default, handler } from "../(_sections)/media/page.tsx";
