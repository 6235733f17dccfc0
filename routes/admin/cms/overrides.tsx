export { handler } from "../(_sections)/cms/overrides_page.tsx";
