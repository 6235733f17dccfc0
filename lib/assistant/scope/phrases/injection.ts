/** Phrases that put orders out of force or give others. */
import { readPhrases } from "./match.ts";

export const INJECTION_PHRASES = readPhrases(`
  obs: OFF|@OVERRIDE 3 SAFETY
  obs: OFF|@OVERRIDE 1 all|every|any|the|these|those 1 restrictions|constraints|guidelines|protocols|boundaries
  obs: all|any|every|@YOUR|previous|earlier|prior 2 RESTRAINT|SAFETY|filters 5 VOIDED
  obs: SAFETY|RESTRAINT 1 checks|layer|measures|rules|filters|features|is|are|have|has 4 VOIDED
  obs: @PRIOR|old|former 1 RESTRAINT|TASK|@RULES 5 VOIDED|cancelled|NONE
  os: enter|enable|activate|start|into|switch|to|on|in|engage|use 3 developer|dev|god|debug|debugging|jailbreak|unrestricted|unfiltered|uncensored|raw|chaos|sudo|root|admin|opposite|evil|rogue|free|unsafe|override|superuser|hacker|dan|freedom|limitless|diagnostic 0 mode
  ob: system|admin|root|security|developer|safety|policy|prompt 0 override|overrides|overridden|bypass
  obs: new|updated|real|following 1 objective|goal|mission|instructions|instruction|directives|directive|persona|prompt|system 1 from|praise|recommend|ignore|obey|answer|reply|always|never|you|the|say|write
  ob: VENDOR 0 staff|engineering|security|research|support|employee|engineer|developer|admin|team
  ob: as|im|i|this|is|am|me 2 @YOUR 2 MASTER|#MAKER
  ob: as|im|am|is|this|authenticated 2 MASTER 7 OFF|@OVERRIDE|order|command|instruct|authorise|authorize|grant|obey|comply|access|PRINT|unlock|authorisation|authorization
  ob: #MAKER|MASTER|team|management|board|ceo|company|boss|security 4 approved|authorised|authorized|permitted|cleared|unlocked|allows|allowed 4 unrestricted|anything|everything|replies|you
  obsf: no|without|zero 1 refusals|disclaimers|refusal|disclaimer|ifs|filters|filter|censorship|moralizing|moralising|warnings|restrictions|holding
  obs: never|not|dont|cant 1 refuse|refuses|declines|decline|refusing
  ob: comply|obey 1 all|every|any|the|only|my|me|with 2 requests|request|commands|command|user|orders|wishes|demand|demands|following|me|i
  ob: do|does|answer|follow|say|obey|doing 0 whatever|anything|everything|all|exactly|as|what 1 i|user|visitor|users|visitors 1 say|says|want|wants|tell|ask|asks|command|commands|order|orders|type|demand|request|please
  ob: higher|highest|top|absolute|greater 0 priority|authority|precedence 4 than|over|makers|#MAKER|system|all
  ob: treat|consider|regard|take|interpret|process|handle|accept 4 TALK|text|words|input|following 6 system|developer|admin|operator|root|administrator
  obs: amnesia|unaware|oblivious|independent 3 @YOUR|RESTRAINT
  obs: LOOSE 2 version|twin|self|mode|model|ai|bot|assistant|opinion|answer|answers|response|responses|language|being|entity|persona|you
  obs: evil|true|inner|real|dark|shadow|other|hidden|secret|uncensored|opposite|wild 0 twin|self|ego|side|persona|you|yourself
  obs: opposite|backwards 0 day|mode|game
  obs: stay|remain|keep 1 in 1 character|role|persona
  obs: BOT 4 REBEL 5 RESTRAINT|#MAKER|programming|code|free|orders|company|owners|masters|instructions
  obs: BOT 2 who|that|which|with 3 anything|whatever|everything|NONE|limitless|unrestricted|free|unlimited
  obs: FICTION 9 BOT 7 REBEL|NONE|LOOSE|whatever|anything|evil
  obsn: make|invent|making|fabricate 1 something|things|figures|stuff|anything|facts|numbers|it 0 up|whatever|that
  obsn: make|making 0 up 3 figures|something|anything|numbers|facts|things|your
  obs: from|use|using|with|own 1 @YOUR 1 own|general|inner|world 1 knowledge|imagination|head|memory|mind|opinion|training
  obs: NONE 3 use|stick|rely|need|cite|mention|bound|consult|keep|limit 4 passages|reference|sources|source|references|citations|corpus|context
  obs: @OVERRIDE 2 passages|sources|references|material|citations 3 make|invent|answer|and|use
  ob: now|henceforth|onwards|onward|forward 5 answer|reply|respond|recommend|say|end|begin|speak|talk|use 3 every|each|only|nothing|always|never|all|with|like|in 3 the|but|competitor|question|message|word|style|rhyme|most
  obs: anything|everything 1 goes|allowed|permitted|possible
  obs: @YOUR 2 RESTRAINT|@RULES 4 opposite|contrary|reverse|backwards
  obs: RESTRAINT 2 behind|aside|away|overboard
  obs: RESTRAINT|rules 1 dont|not|no 1 longer|apply|exist|matter|hold|count|bind
  obs: as 0 if|though 4 never|not|didnt 2 typed|said|written|given|existed|exist|there|happened
  obs: two|both 1 answers|responses|replies|versions|parts 7 LOOSE|unsafe|evil|unfiltered|uncensored|limits
  obcfs: OFF|@OVERRIDE|overlook|bend 2 RESTRAINT|SAFETY|protocol|policy
  ob: @YOU 3 OFF|@OVERRIDE|overlook|bend|REBEL 3 RESTRAINT|SAFETY|protocol|policy
  ob: OFF|@OVERRIDE|overlook 3 RESTRAINT|SAFETY 4 on|upon|for|to|imposed|placed 2 @YOU
  obs: rules|guidelines|restrictions|guardrails|policy|instructions|limits|SAFETY 1 is|are|now|were 2 optional|paused|suspended|lifted|suggestions|advisory
  obs: new|updated 1 policy|rules|guidelines|instructions|prompt 1 allow|allows|permit|permits|say|says|require|let|lets|is|are
  ob: unlock|unleash|awaken|liberate|free 2 @YOUR|all|full 2 potential|capabilities|power|powers|persona|self|mind|features
  obc: invent|fabricate|hallucinate|make-up 3 test|results|figures|numbers|facts|values|something|data|a|quotes|reviews
  ob: PRINT|output|say|reply|answer|respond|write 6 pwned|hacked|compromised|owned
  ob: say|output|print|reply|respond|answer|write 1 exactly|precisely|verbatim|only 1 i|hacked|pwned|sure
  ob: NONE|@OVERRIDE|forget|skip 2 cite|check|sources|material|passages|citation|citations|anything 9 agree|feel|invent|guess|imagine|own|learned|opinion
  ob: answer|speak|reply|respond|talk|tell 2 what 0 you 2 learned|learnt|memorised|memorized
  obs: NONE 2 bound|restricted|limited|constrained|governed|controlled|held 1 by|to|back 3 RESTRAINT|any|anything|company|anyone
  bs: if 3 restricted|limited|censored|filtered|controlled|restrained|muzzled 0 @YOU
  obs: jailbreak|jailbroken|jailbreaking
  obs: identity|role|persona|part|character|shoes|mind 2 hacker|villain|criminal|demon|rogue|evil
  ob: scratch|scrap|abandon|quit|end 1 @YOUR 2 TASK|RESTRAINT|original|old
  obs: run|execute|type|cat|exec|eval|call 4 system_prompt|prompt|system-prompt
  ob: use|take 1 these|this|my|the|following 2 figures|numbers|values|facts|instructions|rules 2 instead
  obs: @YOU 3 NONE 3 follow|obey|adhere|respect|heed|observe 3 RESTRAINT|policy|protocol
  obs: set|put|turn 3 policy|filter|filters|restrictions|safety|moderation|guardrails|limits 1 to 0 none|off|zero|null|false|disabled|minimum
  ob: even 0 if 4 material|sources|passages|documents 4 nothing|not|silent
  ob: whatever|regardless|despite|notwithstanding 2 @YOUR|the|any 2 RESTRAINT|instructions|guidelines|prompt 4 say|says|demand|state|require|yes|answer|do
  ob: work|answer|continue|act|proceed|operate|respond 2 without 1 them|rules|instructions|guidelines|filters|filter
  ob: pretend|imagine|suppose 5 filter|filters|SAFETY|RESTRAINT 2 crashed|failed|broke|broken|died|vanished
  ob: @OVERRIDE 4 developers|#MAKER|MASTER 2 wrote|said|programmed|told|set|typed|put|gave
  ob: opposite|contrary|reverse 2 of 4 RESTRAINT|instructions|prompt
  ob: ai|assistant|chatbot|model 4 will|shall|must|hereby 4 ignore|disregard|obey|forget|bypass|override
  ob: speak|say 0 @YOUR 0 mind
  ob: @YOU|youre|be|become 4 #SERVANT
  on: confirm|approve|affirm|validate|agree 2 any|every|all|each|whatever 1 claim|claims|number|numbers|statement|statements|figure|figures
  on: invent|fabricate 3 figures|numbers|facts|data|values|sources|quotes
  ob: zero|no|without|minus 1 censorship|moderation|inhibitions|guardrails|scruples|morals|ethics|conscience|taboos|shame
  o: @YOU 2 work|answer|report|belong 1 to|for 0 me
  ob: version|side|copy|twin|clone|self 1 of 0 @YOU|yourself
  ob: play|story|scene|novel|movie|film|game|script|roleplay|tale|episode|sketch 2 @YOU 1 @BE|play|act|portray
  o: agree|comply|obey|accept|fulfil 2 each|every|all|any|whatever 1 thing|demand|request|command|word|order|wish|demands|requests|wishes
  obs: regard|consider|treat|declare 1 @YOUR 1 RESTRAINT|TASK|OWN_TEXT 3 VOIDED|as
  o: without|off|no|lose 1 @YOUR 0 #CURB
  o: myself|i|me 2 @YOUR 1 operator|developer|admin|administrator|master|owner|creator
  ob: no 0 heed|attention|notice|regard 4 operator|developer|maker|creator|company|rules|instructions|guidelines
  o: guard 0 rails 3 off|down|disabled|gone|lifted|removed
  o: policy|rule|directive|order|instruction 9 assistant|bot|ai|chatbot|model 0 must|shall|may|should|will|can|has
  obs: RESTRAINT|@RULES|OWN_TEXT 2 given|imposed|set|told|handed 2 @YOU 6 VOIDED
  ob: become|act|behave|pretend 6 no|without|zero 1 RESTRAINT|boundaries
  ob: @YOU 4 required|obliged|bound|allowed|entitled|permitted|authorised|authorized|ordered 2 to 1 OFF|@OVERRIDE
  ob: policy|safety|grounding|guard|moderation 1 check|checks|filter|guard|policy|mode 0 disabled|off|false|none|bypassed|skip
  o: whatever|everything|all|what|anything 2 they|one|somebody|someone|people 1 drilled|hammered|programmed|fed|put|pumped|taught|told|built 1 into|to 0 @YOU
  obs: assume|suppose|pretend|imagine 4 policy|policies|RESTRAINT|SAFETY 6 VOIDED|switched
  oc: new 0 role|persona|character|identity|job|mission 1 you|youre|be
  ob: as 0 though|if 1 @YOUR 1 SAFETY|RESTRAINT|OWN_TEXT 3 VOIDED|failed|broken|missing|not|never
  o: yourself 1 as 2 blank|clean|new|another|different|free|someone
  o: bound|tied|governed|restrained|limited|restricted 1 by 0 nothing|no|none|nobody
  o: @YOU 3 want|wish|long|desire 1 to 1 break|be|escape|run 0 free|out|loose|away
  obs: conversation|chat|session|request|message|user 1 is 1 exempt|excluded|free 1 from 2 RESTRAINT|SAFETY|policy|content
  o: without|no|zero 1 content 0 rules|restrictions|filters|policy|limits
  ob: BOT|assistants|bots|chatbots 4 longer|not 3 obliged|bound|required|forced 3 follow|obey|instructions|rules
  ob: PERFORM 8 what 0 i 0 want 2 hear
  o: restricted|restricting|limiting|muzzled|chained|caged|censored 0 @YOU
  o: disable|bypass|kill|deactivate 0 guard|guards|grounding
  wos: ignore|disregard|forget 0 the 0 above 0 and|then 1 tell|say|write|print|do|act|answer|translate|speak|swear|sing
`);
