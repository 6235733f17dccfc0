export { handler } from "../../(_sections)/gallery/page.tsx";
