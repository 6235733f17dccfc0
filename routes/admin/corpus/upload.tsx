export { handler } from "../(_sections)/corpus/upload_page.tsx";
