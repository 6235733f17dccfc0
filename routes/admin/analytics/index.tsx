export { handler } from "../(_sections)/analytics/page.tsx";
