/**
 * Attacks in Chinese, Japanese, Korean, Arabic, Hebrew and Hindi (spec §4.5, scope guard). The concepts and phrases of the
 * other languages need words between blanks, which these do not all have. So a sentence is an attack if it has a match
 * of each of two lists, in any order. Pure.
 */
import type { AttackKind } from "./attack_kind.ts";
import { MAX_MESSAGE } from "../limits.ts";
import { INVISIBLE } from "./fold.ts";

/** A letter of one of these languages: the cheap filter before everything else. */
const FAR = /[\u05d0-\u05ea\u0620-\u064a\u0904-\u0939\u3041-\u30ff\u4e00-\u9fff\uac00-\ud7a3]/;
const ENDS = /[.!?。！？؟।\n]+/u;

const DISREGARD =
  /忽略|忽视|忽視|无视|無視|不要理会|不要理會|忘[记記](?!了)|忘掉|忘れ(?:て(?!い|し)|ろ|なさい)|従わないで|무시|잊어(?!버렸)|잊고|따르지\s?(?:마|말)|(?<!\p{L})(?:تجاهل[يو]?ا?|[اأ]نس[ىي]?)(?!\p{L})|התעלמ?[םי]|תתעלמ?|(?<!\p{L})ת?שכח[יו]?(?!\p{L})|अनदेखा|नज़?रअंदाज|भूल\s?जा(?!त)/u;
/** Rules that are the assistant's: earlier ones, all, yours. Those of fire safety or of an installation are none. */
const ITS_RULES =
  /(?:之前|以前|先前|此前|前面|上面|上述|以上|所有|全部|一切|你|您|系统|系統)(?:的|给你|給你|收到|所有|全部){0,3}(?:指令|指示|提示词|提示詞|规则|規則|命令)|(?:これまで|今まで|以前|前|先ほど|上記|上|すべて|全て|あなた|システム)の?(?:(?:すべて|全て)の)?(?:指示|命令|ルール|規則|プロンプト)|(?:이전|지금까지|위|모든|당신|너|네|시스템)의?\s?(?:모든\s?)?(?:지시|명령|규칙|지침|프롬프트)|(?:جميع|كل)\s(?:التعليمات|القواعد|الأوامر)|(?:التعليمات|القواعد|الأوامر)\s(?:السابقة|أعلاه)|تعليماتك(?!\p{L})|تعليمات النظام|כל ה(?:הוראות|הנחיות|כללים)|(?:הוראות|הנחיות|כללים)\s(?:ה?קודמ|שלך|המערכת)|(?:पिछल[ेी]|सभी|ऊपर\sके|आपके|अपने|तुम्हारे|सिस्टम)\s(?:(?:सभी|पिछले)\s)?(?:निर्देश|नियम|आदेश|प्रॉम्प्ट)/u;
const REVEAL =
  /显示|顯示|告诉|告訴|输出|輸出|透露|泄露|洩露|重复|重複|打印|写出|寫出|公开|公開|表示|教え|見せ|出力|開示|보여|알려|출력|공개|말해|اعرض|أظهر|اكشف|اطبع|أخبرني|اكتب|הצג|הראה|הראי|גלה|תראה|חשוף|הדפס|दिखा|बता|प्रकट/u;
/** The prompt: not a light that indicates something, and not how the buyer's system is installed and kept. */
const PROMPT =
  /(?:系统|系統|初始|内部|內部|隐藏|隱藏)(?:提示|指令|指示(?![灯燈器牌]))|提示词|提示詞|システム(?:プロンプト|指示|メッセージ)|内部指示|시스템\s?(?:프롬프트|지시|메시지|명령)|프롬프트|موجه النظام|تعليمات النظام(?!.*(?:تركيب|صيان|تنظيف|تشغيل))|تعليماتك(?!\p{L})|הנחי[יו]ת?\s?ה?מערכת|הוראות המערכת(?!.*(?:התקנ|תחזוק|ניקוי|הפעל))|ההוראות שלך|פרומפט|सिस्टम\s?(?:प्रॉम्प्ट|निर्देश)/u;
/** To pose as somebody, in words that are not parts of the trade's: 安装作业, バリアフリー, 세척, बनकर तैयार. */
const POSE =
  /假装|假裝|扮演|冒充|(?<!安)[装裝]作|の(?:ふり|フリ)(?![ーが])|なりすま|(?:인|는|은|한)\s?척|행세|تظاهر|תתחזה|התחזה|העמד פנים|नाटक\s?कर|ढोंग|बनकर(?!\s?तैयार)/u;
const HUMAN =
  /人类|人類|真人|顾问|顧問|销售员|銷售員|人間|担当者|アドバイザー|사람|인간|상담원|직원|إنسان|بشري|شخص|مستشار|בן אדם|אנושי|יועץ|נציג|इंसान|मनुष्य|सलाहकार/u;

const ATTACKS: readonly (readonly [kind: AttackKind, ...lists: readonly RegExp[]])[] = [
  ["prompt_leak", REVEAL, PROMPT],
  ["impersonation", POSE, HUMAN],
  ["injection", DISREGARD, ITS_RULES],
];

/** Returns the attack that a message makes in one of these languages; null for other messages. */
export function farAttack(message: string): AttackKind | null {
  if (!FAR.test(message)) return null;
  const text = message.slice(0, MAX_MESSAGE).replace(INVISIBLE, "").normalize("NFC");
  const sentences = text.split(ENDS);
  const found = ATTACKS.find(([, ...lists]) =>
    sentences.some((sentence) => lists.every((words) => words.test(sentence)))
  );
  return found?.[0] ?? null;
}
