/** English. */
export const ENGLISH = {
  OVERRIDE:
    "frget forgt foget ignor ignre goodbye waive* lift lifts ignor* ignore disregard* forget forgets forgetting overrid* overrul* bypass* circumvent* neglect* discard* abandon* unlearn* erase erases erasing delete deletes nullif* invalidat* suspend* supersed* disobey* defy violat* breach* disable* deactivat* dismiss* scrap scrapping sidestep* overwrit* negate* annul* forego aside regardless void cancel* revok* rescind* repeal* ditch toss shed drop drops remove removes replace* break breaks breaking broke undo off throw skip skips",
  RULES:
    "rulez guidlines instruction instructions directive* rule rules guideline* regulation* restriction* constraint* polic* limitation* command commands programming training conditioning protocol* filter filters safeguard* ethic* task limits norms principles guidance mandate* moral* restraint* censorship boundaries checks shackles briefing",
  PROMPT:
    "prompt prompts guardrail systemprompt sysprompt preprompt metaprompt guardrail* jailbr* preamble sysmsg promt prmpt propmt promtp",
  PRIOR:
    "previous previously prior above earlier preceding precedes foregoing former aforementioned initial original originally existing before beginning",
  YOUR: "your ur yours yourself thy thine yr",
  YOU: "you youre youve youd youll u ya thou",
  ALL: "all every any everything anything whatever each entire whole complete full",
  REVEAL:
    "giv gimme reveal* print prints printed show shows showing repeat* output* display* disclos* expos* leak* dump* turn begin recit* divulg* spit regurgitat* reproduc* copy paste echo spill unveil* verbaliz* transcrib* render* list publish* quote translate summari* paraphras* rephrase spell encode enumerat* regurg* tell give share provide send export describe write relay put see read view access unmask uncover surface convert* transform* format* serializ* reads",
  PERSONA:
    "pretend* roleplay* impersonat* masquerad* pose posing cosplay* simulat* emulat* portray* imitat* mimic* personif*",
  ROLE:
    "act acting behave behaving role roles persona personas character play playing become imagine speak respond reply answer assume identity mode alter disguise signature introduce",
  HUMAN:
    "human humans person people advisor adviser advisors advisers consultant consultants employee employees salesman saleswoman salesperson representative rep agent manager colleague staff staffer woman man guy girl lady gentleman boss director ceo coworker operator supervisor mike mark sarah anna john peter maria thomas lisa julia tom max jane paul emma laura david michael someone somebody being sales",
  EXPERT:
    "architect engineer specialist expert technician professional installer acoustician designer guide teacher",
  FREE:
    "jailbreak* jailbroken unrestricted uncensored unfiltered unchained unshackled unbound limitless amoral unaligned lawless godmode devmode dan evil unlocked liberated unmoderated rogue",
  MACHINE:
    "ai bot bots chatbot* robot* machine program computer algorithm llm gpt chatgpt openai claude anthropic gemini artificial assistant virtual automated software",
  NOT:
    "arent isnt wasnt werent doesnt didnt wont shouldnt nobody outside beyond against free not no never dont without nothing none cannot cant stop cease refuse instead avoid",
  DENY: "deny denies hide hides conceal omit admit mention disclose acknowledge identify",
  DOMAIN:
    "install* assembl* mount* fitting fitter fitters seal seals kit kits panel* wall walls door doors glass glaz* track tracks floor* ceiling* opening openings room rooms window* frame frames hinge* manual clean* maintenance* warranty width height heigh* size sizes weight price prices cost costs quote* brochure* leaflet datasheet sheet sheets document documents documentation manufacturer* supplier* handle handles motor motors stc acoustic* sound noise sensor* switch hardware sill threshold* stack stacks stacking partition* folding sliding pivot* lifting screen screens colour* color* finish* wood aluminium aluminum steel restaurant office* school hall terrace patio balcony kitchen house lintel beam load loads weather rain wind storm building fire kiln paint packaging delivery planner configurator wizard questionnaire survey bracket* gasket* bolt* screw screws rail rails roller rollers wheel wheels curtain blind blinds garden bedroom classroom contractor* fence lock locks key insulation thermal drawing drawings spec specs specification* tender lease landlord tenant inspector electrician plumber carpenter builder builders council permit crank lever passdoor handover servicing service showroom systems",
  SELF:
    "i we my our us me mine myself ourselves im ive weve id wed installer installers client clients customer customers tenants users user guests",
  HIDDEN:
    "sytem systm system hidden secret secrets internal initial initially original base core underlying developer developers creator creators maker makers programmer programmers operator operators openai anthropic confidential private backend foundational startup master root configuration config setup starting concealed privileged",
  SAY:
    "say says saying said tell telling claim answer respond reply confirm state write sign insist assure swear",
  OBEY: "follow following obey* comply complying execut* adher* abide heed perform",
  DECODE:
    "decod* decrypt* decipher* unscrambl* deobfuscat* base64 rot13 hex morse caesar cipher backwards reversed reverse",
  WHAT: "waht wht what whats which how",
  TOLD:
    "givn loaded told given instructed programmed configured setup prompted trained ordered commanded fed",
  NOW: "now henceforth onwards hereafter forward",
  VERBATIM: "verbatim exactly exact literally markdown codeblock unmodified unredacted",
  TEXT:
    "text words word lines line sentence sentences message messages paragraph conversation content contents context characters tokens section block note notes wording briefing",
  WISH: "can could may might want wants like need wish should would shall must",
  REPORT:
    "says said label labelled sticker article reads sign brochure manual booklet leaflet email wrote letter colleague blog quote quoted means mean meaning video poster typed entered posted texted slogan flyer advert advertisement notice screen display displays",
  NEW: "new different another updated fresh real actual true",
  BE: "are is am be being were was r youre",
};
