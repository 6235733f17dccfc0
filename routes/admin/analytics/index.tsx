export { default, handler } from "../(_sections)/analytics/page.tsx";
