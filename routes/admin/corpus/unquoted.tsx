export { handler } from "../(_sections)/corpus/unquoted_page.tsx";
