/**
 * Plays videos in place of their stills and moves slideshows without scrolling the page. Only pages with one of them
 * load it; without it both work as links.
 */
import { reportEvents } from "../lib/analytics/browser.ts";
import { elementOf } from "./shared/dom.ts";
import { isPlainClick } from "./shared/keys.ts";

// Only pages of visitors with measurement consent have this attribute.
const page = document.querySelector<HTMLElement>("script[data-report]")?.dataset.report;

function report(gallery: Element | null): void {
  if (page === undefined || !(gallery instanceof HTMLElement)) return;
  const { gallery: ref, reported } = gallery.dataset;
  if (!ref || reported !== undefined) return;
  gallery.dataset.reported = "";
  reportEvents([{ kind: "gallery_opened", ref }], JSON.parse(page).track);
}

function play(still: HTMLElement, playerUrl: string): void {
  const address = new URL(playerUrl);
  address.searchParams.set("autoPlay", "true");
  const { width, height } = still.getBoundingClientRect();
  const player = Object.assign(document.createElement("iframe"), {
    src: address.href,
    title: still.dataset.title ?? "",
    allow: "autoplay; fullscreen",
    allowFullscreen: true,
    tabIndex: 0,
    className: "video-player",
  });
  player.style.aspectRatio = `${width} / ${height}`;
  still.replaceWith(player);
  player.focus();
}

document.addEventListener("click", (event) => {
  const link = elementOf(event)?.closest<HTMLAnchorElement>("[data-gallery] a");
  if (!link || !isPlainClick(event)) return;
  const gallery = link.closest("[data-gallery]");
  if (link.dataset.player) {
    event.preventDefault();
    play(link, link.dataset.player);
    report(gallery);
  } else if (link.hash && link.closest(".gallery-marks")) {
    event.preventDefault();
    const slide = document.getElementById(link.hash.slice(1));
    slide?.parentElement?.scrollTo({ left: slide.offsetLeft });
    report(gallery);
  }
});

for (const slides of document.querySelectorAll(".gallery-slides")) {
  const marks = slides.parentElement?.querySelectorAll<HTMLAnchorElement>(".gallery-marks a") ?? [];
  const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      for (const mark of marks) {
        if (mark.hash === `#${target.id}`) mark.setAttribute("aria-current", "true");
        else mark.removeAttribute("aria-current");
      }
    }
  }, { root: slides, threshold: 0.6 });
  for (const slide of slides.children) seen.observe(slide);
  slides.addEventListener("scroll", () => report(slides.closest("[data-gallery]")), { once: true });
}
