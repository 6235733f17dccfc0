export { handler } from "./(_sections)/search/page.tsx";
