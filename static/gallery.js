// Plays videos in the place of their stills, and turns slideshows without moving the page. Pages without either do
// not ask for it, and without it both work as links.
(() => {
  const isPlainClick = (event) =>
    event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

  // Only pages of visitors who consented to measurement have this script.
  const beacon = document.querySelector("script[data-report][data-to]");
  const reported = new Set();

  function report(gallery) {
    const ref = gallery?.dataset.gallery;
    if (!beacon || !ref || reported.has(ref)) return;
    reported.add(ref);
    const body = JSON.stringify({ events: [{ kind: "gallery_opened", ref }] });
    navigator.sendBeacon(beacon.dataset.to, new Blob([body], { type: "application/json" }));
  }

  function play(still) {
    const address = new URL(still.dataset.player);
    address.searchParams.set("autoPlay", "true");
    const player = document.createElement("iframe");
    player.src = address.href;
    player.title = still.dataset.title;
    player.allow = "autoplay; fullscreen";
    player.allowFullscreen = true;
    player.tabIndex = 0;
    const { width, height } = still.getBoundingClientRect();
    player.className = "video-player";
    player.style.aspectRatio = `${width} / ${height}`;
    still.replaceWith(player);
    player.focus();
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-gallery] a");
    if (!link || !isPlainClick(event)) return;
    const gallery = link.closest("[data-gallery]");
    if (link.dataset.player) {
      event.preventDefault();
      play(link);
      report(gallery);
    } else if (link.hash && link.closest(".gallery-marks")) {
      event.preventDefault();
      const slide = document.getElementById(link.hash.slice(1));
      slide?.parentElement.scrollTo({ left: slide.offsetLeft });
      report(gallery);
    }
  });

  for (const slides of document.querySelectorAll(".gallery-slides")) {
    const marks = slides.parentElement.querySelectorAll(".gallery-marks a");
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
    slides.addEventListener("scroll", () => report(slides.closest("[data-gallery]")), {
      once: true,
    });
  }
})();
