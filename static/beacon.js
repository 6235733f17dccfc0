import "../scripts/beacon.ts";
