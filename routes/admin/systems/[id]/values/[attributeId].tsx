export { default, handler } from "../../../(_sections)/values/page.tsx";
