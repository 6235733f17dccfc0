/** Pictures that were synced from the CMS but whose originals are not imported yet; no page uses them. */

interface Remote {
  id: string;
  filename: string;
  title: string | null;
  alt_text: string | null;
  cms_title: string | null;
  type: "image";
  source: "cms";
  source_ref: string;
  remote_url: string;
  width: number | null;
  height: number | null;
  import_error: string | null;
  import_failed_at: Date | null;
  created_at: Date;
}

export const REMOTES: readonly Remote[] = [
  remote("harbour-pavilion-01", { title: "Harbour Pavilion, east side", day: 3 }),
  remote("harbour-pavilion-02", { title: "Harbour Pavilion, at night", day: 3 }),
  remote("orchard-school-hall", { title: null, day: 11 }),
  {
    ...remote("sunroom-archive-1998", { title: "Sunroom, from the archive", day: 17 }),
    import_error: "The other side answered 404.",
    import_failed_at: new Date(Date.UTC(2026, 8, 30, 4, 18)),
  },
];

function remote(name: string, { title, day }: { title: string | null; day: number }): Remote {
  return {
    id: `remote-${name}`,
    filename: `${name}.jpg`,
    title,
    alt_text: null,
    cms_title: title,
    type: "image",
    source: "cms",
    source_ref: `file-${name}`,
    remote_url: `https://cms.demo.example/files/${name}.jpg`,
    width: null,
    height: null,
    import_error: null,
    import_failed_at: null,
    created_at: new Date(Date.UTC(2026, 8, day, 8, 30)),
  };
}
