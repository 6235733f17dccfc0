export { default, handler } from "../(_sections)/corpus/unquoted_page.tsx";
