import { reorderHandler } from "@/components/admin/list/reorder.ts";
import { sectionWords } from "@/components/admin/sections.ts";
import { type RecordDefinition, retirable } from "@/components/admin/record/define.ts";
import { recordSection } from "@/components/admin/record/save.ts";
import { ButtonLink } from "@/components/ui/Button.tsx";
import { OptionList } from "../options/OptionList.tsx";
import { FactorEditor, factorForm } from "./factor_form.tsx";
import { conditionReference } from "./labels.ts";
import { factorList } from "./list.tsx";
import { checkFactor, factorEntity, type FactorRecord, moveFactor } from "@/lib/catalog/mod.ts";

const factor: RecordDefinition<FactorRecord> = {
  ...sectionWords("factors"),
  entity: factorEntity,
  nameOf: ({ name }) => name,
  form: { ...factorForm, check: checkFactor, Editor: FactorEditor },
  retirement: retirable(
    "Buyers are no longer asked this question, and rules that need an answer to it no longer fire. We ignore answers to it in links and saved sessions.",
  ),
  references: {
    type: "factor",
    detailOf: (reference, snapshot) => conditionReference(reference, reference.to.id, snapshot),
  },
  Actions: () => <ButtonLink variant="secondary" href="#options">Options</ButtonLink>,
  Aside: ({ id: factorId, snapshot }, { state }) =>
    OptionList({ factorId, snapshot, pictures: state.services.media.current().options }),
};

const move = reorderHandler({ ...factor, recordsOf: ({ factors }) => factors, move: moveFactor });

/** Factors: the questions that buyers are asked, in their order (spec §2.2). */
export const factors = recordSection(factor, factorList, move);
