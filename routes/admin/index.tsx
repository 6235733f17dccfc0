export { handler } from "./(_sections)/overview/page.tsx";
