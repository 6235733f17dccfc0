export { handler } from "../(_sections)/media/page.tsx";
