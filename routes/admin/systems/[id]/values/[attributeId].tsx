export { handler } from "../../../(_sections)/values/page.tsx";
