export { handler } from "../(_sections)/corpus/try_page.tsx";
