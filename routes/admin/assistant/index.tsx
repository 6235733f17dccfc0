export { handler } from "../(_sections)/assistant/page.tsx";
