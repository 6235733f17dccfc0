export { handler } from "../(_sections)/corpus/coverage_page.tsx";
