export { handler } from "../(_sections)/audit/entry_page.tsx";
