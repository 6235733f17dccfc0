export { handler } from "./(_sections)/status/page.tsx";
