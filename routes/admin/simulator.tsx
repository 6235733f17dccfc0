export { handler } from "./(_sections)/simulator/page.tsx";
