export { handler } from "../(_sections)/audit/page.tsx";
