export { default, handler } from "../../(_sections)/gallery/page.tsx";
