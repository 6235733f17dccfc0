import "../scripts/deleted.ts";
