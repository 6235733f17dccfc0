export { handler } from "./(_sections)/report/page.tsx";
