import "../scripts/offline.ts";
