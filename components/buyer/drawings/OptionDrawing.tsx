import type { JSX } from "preact";
import { ICON_BOX, IconSheet } from "./SystemDrawing.tsx";
import { FIGURE } from "./Surroundings.tsx";
import type { Climate, Face, OptionScene, Threshold } from "./option_scene.ts";
import { finishOf } from "./finish.ts";

/** The `viewBox` of an option's drawing. */
const OPTION_BOX = "0 0 240 150";

const FLOOR = 132;

/** The drawing of an option as an SVG symbol, for pages whose script renders the cards again. */
export function OptionSymbol({ id, scene }: { id: string; scene: OptionScene }): JSX.Element {
  return (
    <symbol id={id} viewBox={scene.kind === "moves" ? ICON_BOX : OPTION_BOX}>
      <g stroke-width="1.25" stroke-linejoin="round">
        <Scene scene={scene} />
      </g>
    </symbol>
  );
}

function Scene({ scene }: { scene: OptionScene }): JSX.Element {
  switch (scene.kind) {
    case "opening":
      return <OpeningScene {...scene} />;
    case "place":
      return <PlaceScene climate={scene.climate} />;
    case "look":
      return <LookScene face={scene.face} />;
    case "floor":
      return <FloorScene threshold={scene.threshold} />;
    case "moves": {
      const plain = finishOf({ id: "", operationType: null, material: null });
      return <IconSheet finish={{ ...plain, mirrored: false, operation: scene.operation }} />;
    }
  }
}

/** A person, 5 ft 8 in tall at `scale` units to the foot. */
function Person({ x, scale }: { x: number; scale: number }): JSX.Element {
  const size = 5.7 * scale / 137;
  return (
    <path
      class="fill-drawing-faint stroke-none"
      transform={`translate(${x} ${FLOOR}) scale(${size.toFixed(3)})`}
      d={FIGURE}
    />
  );
}

/** The opening in elevation, to scale with the person. */
function OpeningScene(
  { width, height, overCounter }: Extract<OptionScene, { kind: "opening" }>,
): JSX.Element {
  const scale = Math.min(9.5, 196 / width, 116 / height);
  const [wide, high, sill] = [width * scale, height * scale, overCounter ? 3.2 * scale : 0];
  const left = 224 - wide;
  const top = FLOOR - high;
  const panels = Math.max(2, Math.round(width / 3.6));
  const joints = Array.from({ length: panels - 1 }, (_, index) => {
    const x = left + wide * (index + 1) / panels;
    return `M${x.toFixed(1)} ${top}V${(FLOOR - sill).toFixed(1)}`;
  });
  return (
    <>
      <path
        class="fill-drawing-glass"
        d={`M${left} ${FLOOR - sill}V${top}H224V${FLOOR - sill}z`}
      />
      <path d={joints.join("")} />
      {overCounter && (
        <path
          class="fill-surface-raised"
          d={`M${left - 6} ${FLOOR - sill}H230v4H${left - 6}zM${left} ${
            FLOOR - sill + 4
          }V${FLOOR}H224V${FLOOR - sill + 4}z`}
        />
      )}
      <Person x={Math.max(left - 12, 8)} scale={scale} />
      <path d={`M4 ${FLOOR}H236`} stroke-width="2" />
    </>
  );
}

const WEATHER: Record<Climate, string> = {
  inside: "",
  porch: "",
  mild: "M176 48l-3 9m22 3l-3 9m-26 14l-3 9m44 -34l-3 9m-8 26l-3 9",
  cold: "M172 46v10m-4-8l8 6m0-6l-8 6M206 62v10m-4-8l8 6m0-6l-8 6M178 86v10m-4-8l8 6m0-6l-8 6" +
    "M216 96v10m-4-8l8 6m0-6l-8 6M196 34v10m-4-8l8 6m0-6l-8 6",
  coast: "M228 30l-34 16m36 2l-44 20m44-2l-52 24m50-2l-40 18M160 122q7-7 14 0t14 0t14 0t14 0t14 0",
};

/** A section through the wall: the room on the left, its other side on the right. */
function PlaceScene({ climate }: { climate: Climate }): JSX.Element {
  const roofTo = climate === "inside" ? 232 : climate === "porch" ? 190 : 146;
  const wall = climate === "porch" ? 184 : climate === "inside" ? 120 : 140;
  const hasTree = climate === "mild" || climate === "cold";
  return (
    <>
      <path class="fill-surface-raised" d={`M8 20H${roofTo}v8H8z`} />
      {climate === "porch" && (
        <path class="stroke-drawing-faint" d="M96 28V84m0 42v6M96 84v42" stroke-dasharray="4 3" />
      )}
      <path class="fill-drawing-glass" d={`M${wall - 3} 28h6V${FLOOR}h-6z`} />
      <path class="stroke-drawing-faint" d="M52 28v22m-10 8q10-14 20 0z" />
      {climate === "inside" && (
        <path class="stroke-drawing-faint" d="M190 28v22m-10 8q10-14 20 0z" />
      )}
      {hasTree && (
        <path
          class="stroke-drawing-faint"
          d="M216 132v-26m-12 -4a12 12 0 1 1 24 0a9 9 0 0 1-6 4h-12a8 8 0 0 1-6-4"
        />
      )}
      <path class="stroke-drawing-move" d={WEATHER[climate]} />
      <Person x={climate === "porch" ? 140 : 84} scale={11} />
      <path d={`M4 ${FLOOR}H236`} stroke-width="2" />
      {climate === "cold" && <path d="M146 130q12-6 24-1t26-2t40 0" />}
    </>
  );
}

const FRAMES: Record<Face, number> = { framed: 5, slim: 0, wood: 9, private: 4 };

/** Four leaves of a closed wall in elevation. */
function LookScene({ face }: { face: Face }): JSX.Element {
  const frame = FRAMES[face];
  const leaves = [0, 1, 2, 3].map((index) => 20 + index * 50);
  const rectangle = (x: number, inset: number) =>
    `M${x + inset} ${24 + inset}h${50 - 2 * inset}v${108 - 2 * inset}h${2 * inset - 50}z`;
  const panes = leaves.map((x) => rectangle(x, frame)).join("");
  const hatch = leaves.flatMap((x) =>
    Array.from(
      { length: 16 },
      (_, index) => `M${x + frame + 2} ${34 + index * 6}h${46 - 2 * frame}`,
    )
  );
  const grain = leaves.flatMap((x) => [3, 6, 44, 47].map((at) => `M${x + at} 28v100`));
  return (
    <>
      {face !== "private" && <Person x={94} scale={15} />}
      <path class="fill-drawing-glass" fill-opacity={face === "private" ? 1 : 0.6} d={panes} />
      {face === "private" && <path class="stroke-drawing-faint" d={hatch.join("")} />}
      {face === "wood" && <path class="stroke-drawing-faint" d={grain.join("")} />}
      {frame > 0 && <path d={leaves.map((x) => rectangle(x, 0)).join("")} />}
      {face === "slim" && (
        <path class="stroke-drawing-faint" d="M22 60l16 24m6-6l10 15m86-33l16 24" />
      )}
      <path d={`M4 ${FLOOR}H236M12 24H228`} stroke-width="2" />
    </>
  );
}

/** The foot of a leaf in section on its threshold, with a wheel that has to cross it. */
function FloorScene({ threshold }: { threshold: Threshold }): JSX.Element {
  const ground = 112;
  const foot =
    { step: ground - 20, low: ground - 8, flush: ground - 2, hung: ground - 9 }[threshold];
  return (
    <>
      <path class="fill-drawing-glass" d={`M134 8h12V${foot - 14}h-12z`} />
      <path class="fill-surface-raised" d={`M130 ${foot - 14}h20V${foot}h-20z`} />
      {threshold === "step" && (
        <path class="fill-surface-raised" d={`M112 ${ground}v-12h8v-8h40v8h8v12z`} />
      )}
      {threshold === "low" && (
        <path class="fill-surface-raised" d={`M100 ${ground}l14-8h52l14 8z`} />
      )}
      <path class="stroke-drawing-faint" d="M60 72v40m0-20h.1M40 92h40" />
      <circle cx="60" cy="91" r="21" />
      <path
        d={threshold === "flush" ? `M4 ${ground}H130v10h20v-10H236` : `M4 ${ground}H236`}
        stroke-width="2"
      />
      <path
        class="stroke-drawing-faint"
        d="M12 130l10-14m10 14l10-14m10 14l10-14m10 14l10-14m76 14l10-14m10 14l10-14m10 14l10-14m10 14l10-14"
      />
      {threshold === "hung" && <path class="stroke-drawing-move" d="M140 66V26m-6 9l6-9l6 9" />}
      {threshold !== "step" && <path class="stroke-drawing-move" d="M86 88h24m-8-5l8 5l-8 5" />}
    </>
  );
}
