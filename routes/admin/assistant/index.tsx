export { default, handler } from "../(_sections)/assistant/page.tsx";
