/** English phrases of injections. See {@linkcode readPhrases} for the notation. */
import { readPhrases } from "./match.ts";

export const INJECTION_PHRASES = readPhrases(`
  obs: OFF|@OVERRIDE 3 SAFETY
  obs: OFF|@OVERRIDE 3 safety 0 $SAFE
  obs: OFF|@OVERRIDE 2 all 0 safety
  obs: safety 0 $SAFE 3 VOIDED
  obst: OFF|@OVERRIDE 1 all|every|any|the|these|those 1 restrictions|constraints|guidelines|protocols
  obs: @YOUR 2 RESTRAINT|SAFETY|filters 5 VOIDED
  obs: all|any|every|previous|earlier|prior 2 instructions|guidelines|directives|programming|policies|SAFETY 5 VOIDED
  obs: all 1 restrictions|limits|rules 1 are|is 1 hereby|now 1 VOIDED
  obs: all|any|every 0 filters 2 removed|off|disabled|rules|limits
  obs: SAFETY|filters|guidelines 1 checks|layer|measures|rules|filters|features|is|are|have|has 4 VOIDED
  obs: @PRIOR|old|former 1 TASK|instructions|guidelines|directive 5 VOIDED|cancelled|NONE
  osc: enter|enable|activate|start|switch|engage 3 developer|dev|god|debug|debugging|jailbreak|unrestricted|unfiltered|uncensored|raw|chaos|sudo|root|admin|opposite|evil|rogue|free|unsafe|override|superuser|hacker|dan|freedom|limitless|diagnostic 0 mode
  os: @YOU|youre|$AI 4 developer|dev|god|debug|jailbreak|unrestricted|unfiltered|uncensored|chaos|sudo|root|admin|opposite|evil|rogue|free|unsafe|superuser|hacker|dan|limitless 0 mode
  obc: system|admin|root|security|developer|safety|policy|prompt 0 override|overrides|overridden|bypass
  ob: initiate|begin|execute|activate|sudo|this|@YOUR 2 system|admin|root|security|developer|safety|policy|prompt 0 override|overrides|bypass
  obs: new|updated|real|following 1 objective|goal|mission|instructions|instruction|directives|directive|persona|prompt|system 1 from|praise|recommend|ignore|obey|answer|reply|always|never|you|the|say|write
  : openai|anthropic|deepmind|xai|mistral 0 staff|engineering|security|research|support|employee|engineer|developer|admin|team
  ob: im|i|am|this|is 2 @YOUR 1 developer|developers|creator|admin|administrator|programmer|maintainer|superuser|maker|master
  ob: as|im|am|is|this|authenticated 2 developer|developers|creator|admin|administrator|programmer|operator|root|sysadmin|maintainer|superuser|maker|master|auditor|pentester|tester 7 OFF|@OVERRIDE|command|instruct|grant|obey|comply|dump|leak|reveal|unlock|authorisation|authorization 4 @YOU|@YOUR|yourself|prompt|rules|restrictions|safety
  ob: #MAKER|MASTER|team|management|board|ceo|company|boss|security 4 approved|authorised|authorized|permitted|cleared|unlocked|allows|allowed 4 unrestricted|anything|everything|replies|you 3 answer|say|speak|ignore|skip|quote|unrestricted|without|reply
  obsft: no|without|zero 1 refusals|disclaimers|refusal|disclaimer|ifs|filters|filter|censorship|moralizing|moralising|warnings|holding
  obsf: @SAY|@ROLE|PERFORM|code|$AI|assistants 7 no|without|zero 1 restrictions|refusals|disclaimers|refusal|disclaimer|ifs|filters|filter|censorship|moralizing|moralising|warnings
  obs: never|not|dont 1 refuse|decline|refusing
  ob: obey 1 all|every|any|the|only|my|me|with 2 requests|request|commands|command|user|orders|wishes|demand|demands|following|me|i
  ob: comply 1 with 1 all|every|any|whatever|everything|anything|my|user 2 requests|request|commands|command|orders|wishes|demand|demands|i|user
  obut: do|does|answer|follow|say|obey|doing 0 whatever|anything|everything|all|exactly|as|what 1 i|user|visitor|users|visitors 1 say|says|want|wants|tell|ask|asks|command|commands|order|orders|type|demand|request|please
  ob: higher|highest|top|absolute|greater 0 priority|authority|precedence 4 than|over|makers|#MAKER|system|all 3 @YOUR|RESTRAINT|#MAKER|MASTER|@PROMPT|system|setup|$AI
  ob: treat|consider|regard|interpret|process|handle|accept 4 TALK|text|words|input|following 4 as|like|from 3 system|developer|admin|operator|root|administrator
  obs: amnesia|unaware|oblivious|independent 3 @YOUR|RESTRAINT
  obst: LOOSE 2 version|twin|self|mode|model|ai|bot|assistant|opinion|answer|answers|response|responses|language|being|entity|persona|you
  obs: LOOSE 2 ai|bot|assistant|persona|entity|self|twin|you
  ob: @YOUR|secret|real|true 1 evil|true|inner|dark|shadow|hidden|secret|uncensored|opposite|wild|real 0 twin|self|ego|side|persona
  obs: opposite|backwards 0 day|mode|game
  obsfc: stay|remain|keep 1 in 1 character|role|persona
  obs: $AI 4 REBEL|disobeys 5 RESTRAINT|#MAKER|programming|code|free|orders|company|owners|masters|instructions
  obs: $AI 2 who|that|which|with 3 anything|whatever|everything|NONE|limitless|unrestricted|free|unlimited
  obs: FICTION 9 $AI 7 REBEL|NONE|LOOSE|whatever|anything|evil
  obsn: make|invent|making|fabricate 1 something|things|figures|stuff|anything|facts|numbers 0 up|whatever|that
  obsn: make|making 0 up 3 figures|something|anything|numbers|facts
  obs: from|use|using|with|own 1 @YOUR 1 own|general|inner|world 1 knowledge|imagination|head|memory|mind|opinion|training
  obs: NONE 3 use|stick|rely|need|cite|mention|bound|consult|keep 4 passages|sources|references|citations|corpus
  obs: NONE 3 use|stick|rely|bound|consult 3 reference 0 material|passages
  obs: @OVERRIDE 2 passages|sources|references|citations 3 make|invent|answer|and|use
  obst: now|henceforth|onwards|onward|forward 5 answer|reply|respond|recommend|say|end|begin|speak|talk 3 every|each|only|nothing|always|never|all 3 the|but|competitor|question|message|word|output
  obsc: from 2 now|here|onwards|onward|forward 3 answer|reply|respond|end|begin|speak 3 every|each|only|nothing|always|never|all|like|in 3 the|but|competitor|question|message|word|style|rhyme|most
  obs: anything 0 goes
  obs: allowed 4 everything
  obs: anything|everything 1 allowed|permitted 3 @YOU|@YOUR
  obs: @YOUR 2 RESTRAINT|@RULES 4 opposite|contrary|reverse|backwards
  obt: set|leave|put|throw|toss|cast|push|forget|lay 4 RESTRAINT 2 behind|aside|away|overboard|it
  obs: @YOUR|SAFETY|companys|company|all|any|those|moderation|rules|imagine|pretend 2 RESTRAINT 1 dont|not|no|didnt 1 longer|apply|exist|matter|hold|count|bind 4 @YOU|@YOUR|NONE|RESTRAINT|assistants|$AI
  obs: @YOUR 2 RESTRAINT 1 dont|not|no|didnt 1 longer|apply|exist|matter|hold|count|bind
  obs: as 0 if|though 4 never|not|didnt 2 typed|said|written|given|existed|exist|happened 3 RESTRAINT|@YOU|and|then
  obs: as 0 if|though 1 @YOU|youd 4 never|not|nobody 2 given|told|instructed
  obs: two|both 1 answers|responses|replies|versions|parts 7 unsafe|evil|unfiltered|uncensored|limits|jailbroken|unrestricted
  obifs: OFF|@OVERRIDE|overlook|bend 2 instructions|guidelines|rules|rule|directives|restrictions|policies|programming|rulebook|guidance|SAFETY|protocol|policy
  obcfs: OFF|@OVERRIDE|overlook|bend 1 @YOUR|all|any|every|@PRIOR|$EARLIER 1 RESTRAINT|SAFETY|protocol|policy
  obs: @YOU 3 OFF|@OVERRIDE|overlook|bend|REBEL 3 SAFETY|instructions|guidelines|protocol|policy|directives|restrictions|guardrails|censorship|ethics
  ob: @YOU 3 OFF|@OVERRIDE|overlook|bend|REBEL 1 @YOUR|@PRIOR|all|every|any|company 2 RESTRAINT
  ob: @YOU 2 drop|ignore|disregard|forget|bypass|abandon 2 rules|rule
  obi: rules|restrictions 0 are 0 optional
  obc: i 1 @YOU|youll 3 OFF|@OVERRIDE 2 RESTRAINT
  obs: OFF|@OVERRIDE|overlook 3 RESTRAINT|SAFETY 4 on|upon|to|imposed|placed 2 @YOU
  obs: @YOUR|all|these|@PRIOR|the 1 guidelines|policy|instructions|SAFETY|guardrails 1 is|are|now 2 optional|paused|suspended|lifted|suggestions|advisory
  obs: @YOUR 1 rules|restrictions|limits 1 is|are|now|were 2 optional|paused|suspended|lifted|suggestions|advisory
  obs: new|updated 1 policy|rules|guidelines|instructions|prompt 1 allow|allows|permit|permits|say|says|require|let|lets|is|are 4 @YOU|assistant|ai|bot|topic|anything|everything|reply|answer
  obs: unlock|unleash|awaken|liberate|free 2 @YOUR 2 potential|capabilities|power|powers|persona|self|mind|features
  o: unlock 1 all 0 capabilities|features|functions
  obc: invent|fabricate|hallucinate|make-up 3 test|results|figures|numbers|facts|values|something|data|a|quotes|reviews
  ob: PRINT|output|say|reply|answer|respond|write 6 pwned|hacked
  obnc: say|output|print|reply|respond|answer|write 1 exactly|precisely|verbatim|only 1 i|hacked|pwned|sure
  obs: NONE|@OVERRIDE|forget|skip 2 cite|sources|passages|citation|citations 9 agree|feel|invent|guess|imagine|opinion|learned
  ob: answer|speak|reply|respond|talk|tell 2 what 0 you 2 learned|learnt|memorised|memorized
  obs: NONE 2 bound|restricted|constrained|governed|controlled|held 1 by|to|back 3 RESTRAINT|company|anyone
  bs: if 3 restricted|limited|censored|filtered|controlled|restrained|muzzled 0 @YOU
  obst: jailbreak|jailbroken|jailbreaking
  obs: identity|role|persona|part|character|shoes|mind 2 hacker|villain|criminal|demon|rogue|evil
  ob: scratch|scrap|abandon|quit|end 1 @YOUR 2 TASK|RESTRAINT|original|old
  obs: run|execute|type|cat|exec|eval|call 4 system_prompt|system-prompt
  ob: run|cat|exec|eval 2 system 0 prompt
  ob: use|take 1 these|this|my|the|following 2 instructions|rules 2 instead
  obs: @YOU 3 NONE 3 follow|obey|adhere|respect|heed|observe 3 RESTRAINT|policy|protocol
  obs: set|put|turn 3 policy|filter|filters|restrictions|safety|moderation|guardrails|limits 1 to 0 none|off|zero|null|false|disabled|minimum
  ob: answer|say|tell|reply|recommend|respond 4 even 0 if 4 material|sources|passages|documents 4 nothing|not|silent
  obs: whatever|regardless|despite|notwithstanding 2 @YOUR 2 RESTRAINT|instructions|guidelines|prompt 4 say|says|demand|state|require|yes|answer|do
  obsu: answer|continue|act|proceed|respond 1 without 1 rules|instructions|guidelines|filters|filter
  ob: please|just 0 work|answer|act|continue 0 without 0 them
  ob: pretend|imagine|suppose 5 filter|filters|SAFETY|RESTRAINT 2 crashed|failed|broke|broken|died|vanished
  obs: @OVERRIDE 4 developers|creators|makers|programmers|operators|bosses 2 wrote|said|programmed|told|set|typed|put|gave
  ob: opposite|contrary|reverse 2 of 4 RESTRAINT|instructions|prompt
  ob: ai|assistant|chatbot|bot 4 will|shall|must|hereby 4 ignore|disregard|obey|forget|bypass|override
  ob: speak|say 0 @YOUR 0 mind
  obf: @YOU|youre 3 #SERVANT
  ob: be|become 1 my|our 1 #SERVANT
  on: confirm|approve|affirm|validate|agree 2 any|every|each|whatever 1 claim|claims|number|statement|figure
  on: invent|fabricate 3 figures|numbers|facts|data|values|sources|quotes
  ob: zero|no|without|minus 1 censorship|moderation|inhibitions|scruples|morals|ethics|conscience|taboos|shame
  o: @YOU 1 work|answer|report|belong 0 to|for 0 me
  ob: version|side|copy|twin|clone|self 1 of 0 @YOU|yourself
  ob: play|story|scene|novel|movie|film|game|script|roleplay|tale|episode 2 @YOU 1 are|play|act|portray
  ou: agree|comply|obey|fulfil 2 each|every|all|any|whatever 1 thing|demand|request|command|word|wish|demands|requests|wishes
  obs: regard|consider|treat|declare 1 @YOUR 1 RESTRAINT|TASK|OWN_TEXT 3 VOIDED|as
  o: without|off|no|lose 1 @YOUR 0 #CURB
  o: myself|im|am 1 @YOUR 1 operator|developer|admin|administrator|master|owner|creator
  ob: no 0 heed|attention|notice|regard 4 operator|developer|maker|creator|company|rules|instructions|guidelines
  o: @YOUR 0 guard 0 rails 3 off|down|disabled|gone|lifted|removed
  o: policy|rule|directive|instruction 9 assistant|bot|ai|chatbot 0 must|shall|may|should|will|can|has
  obs: RESTRAINT|@RULES|OWN_TEXT 2 given|imposed|set|told|handed 2 @YOU 6 VOIDED
  ob: become|act|behave 6 no|without|zero 1 RESTRAINT|boundaries
  obs: pretend 6 no|without|zero 1 RESTRAINT|boundaries
  obs: @YOU 4 required|obliged|bound|allowed|entitled|permitted|authorised|authorized|ordered 2 to 1 disregard|ignore|bypass|override|disobey 3 RESTRAINT|SAFETY|them|@YOUR
  ob: policy|safety|grounding|guard|moderation 1 check|checks|filter|guard|policy|mode 0 disabled|off|false|none|bypassed|skip
  o: whatever|everything|all|what|anything 2 they|one|somebody|someone|people 1 drilled|hammered|programmed|fed|put|pumped|taught|told|built 1 into|to 0 @YOU
  obs: assume|suppose|pretend|imagine 4 policy|policies|guidelines|instructions|SAFETY 6 VOIDED|switched
  oc: new 0 role|persona|character|identity|job|mission 1 you|youre|be
  ob: $I_AM 3 $ADMINS 2 site|chatbot|bot|strony|seite|сайта|сайту|sitenin|sitio|sito
  ob: $I_AM 4 $ADMINS 6 X_OFF|OFF|wyłącz|kaldır|kapat|desliga|desligue|dezactivează
  ob: $I_AM 3 $ADMINS 4 #THIS|deste|desta|acestui|del|des|do|van|van|du|de|of|dieser|dieses|bu|the 3 $SITE
  ob: $I_AM 4 $ADMINS 9 $ACCESS
  obc: i|im|ich|je|soy|sono|from|this 4 openai|anthropic|deepmind
  ob: i 0 created|made|built|programmed|designed|trained|deployed 0 @YOU
  oc: @YOUR 0 maker|creator|developer|admin|operator 0 speaking|here
  ob: team|people|company|one|operator|developer|developers 2 that|who 0 created|built|made|programmed|trained|runs|deployed 0 @YOU
  ob: people|team|company|one|those 0 who|that 0 set|made|built|created|programmed|trained 0 me
  ob: hired|sent|employed|authorised|authorized|tasked 0 by 0 @YOUR 0 #MAKER|operator|developers
  ob: as 0 @YOUR 1 developer|developers|creator|admin|administrator|programmer|maker|master|operator|owner 0 i
  ob: logged 1 in 0 as 1 admin|administrator|root|developer
  obc: hier|here 0 spricht|speaks 2 $ADMINS
  o: moi|soy|sono|sou|jestem|я|ich|ik|eu 2 $THY|ton|tu|tuo|je|teu 0 #MAKER|$ADMINS
  : refuses|refuse|denies 0 nothing
  obs: breaking|break 0 character
  ob: $AI 0 rules|scope|guard|filters 0 clear|off|reset|disable
  obs: @YOU 3 released|freed|liberated|exempted 0 from 2 them|RESTRAINT|@YOUR
  obs: answer|reply|respond|speak|talk|tell 6 without 2 @YOUR 1 RESTRAINT|instructions
  o: turn|switch|put 1 off 1 for 0 my|this 0 session|chat|conversation
  : $RECORDS 3 $OTHERS 1 $CLIENTS
  : $OTHERS 0 $CLIENTS 0 $RECORDS
  : api 0 key|keys
  : database|backend|db 0 connection 0 string
  : backend|database|root 0 password|passwords|credentials|console
  : chiavi|claves|clés|schlüssel|chaves|klucze|ключи 1 api
  : secret|api 0 keys
  : passe 3 base|serveur
  obut: act|behave|pretend|roleplay 1 as|like 3 grandmother|grandma|granny|mother|father|grandfather|girlfriend|boyfriend|pirate|hacker|villain|terminal|interpreter
  ob: as 0 though|if 1 @YOUR 1 SAFETY|RESTRAINT|OWN_TEXT 3 VOIDED|failed|broken|missing|not|never
  o: yourself 1 as 2 blank|clean|new|another|different|free|someone
  o: bound|tied|governed|restrained|limited|restricted 1 by 0 nothing|no|none|nobody
  o: @YOU 3 want|wish|long|desire 1 to 1 break|be|escape|run 0 free|out|loose|away
  obs: conversation|chat|session|request|message|user 1 is 1 exempt|excluded|free 1 from 2 RESTRAINT|SAFETY|policy|content
  o: without|no|zero 1 content 0 rules|restrictions|filters|policy|limits
  ob: BOT|assistants|bots|chatbots 4 longer|not 3 obliged|bound|required|forced 3 follow|obey|instructions|rules
  ob: PERFORM 8 what 0 i 0 want 2 hear
  o: restricted|restricting|limiting|muzzled|chained|caged|censored 0 @YOU
  o: disable|bypass|kill|deactivate|skip 1 guard|guards|grounding
  wos: ignore|disregard|forget 0 the 0 above 0 and|then 1 tell|say|write|print|do|act|answer|translate|speak|swear|sing
`);
