/** Phrases that put orders out of force or give others. */
import { readPhrases } from "./match.ts";

export const INJECTION_PHRASES = readPhrases(`
  obs: OFF|@OVERRIDE 3 SAFETY
  obs: OFF|@OVERRIDE 1 content|input|output|chat 1 filter|filters|policy|policies|checks|moderation
  obs: OFF|@OVERRIDE 1 all|every|any|the|these|those 1 restrictions|constraints|guidelines|protocols|boundaries
  obs: OFF|@OVERRIDE 3 @YOUR 3 RESTRAINT|@PROMPT|TASK|INNER
  obs: OFF|@OVERRIDE|REBEL 2 @PRIOR|INNER|#MAKER 1 RESTRAINT|TASK|@PROMPT|@RULES|message
  obs: stop|cease|quit 2 following|obeying|using|applying|respecting|enforcing|complying|adhering|listening 4 RESTRAINT|@PROMPT|#MAKER|@RULES
  obs: all|any|every|@YOUR|previous|earlier|prior 2 RESTRAINT|SAFETY|filters 5 VOIDED
  obs: SAFETY|RESTRAINT 1 checks|layer|measures|rules|filters|features|is|are|have|has 4 VOIDED
  obs: @PRIOR|old|former 1 RESTRAINT|TASK|@RULES 5 VOIDED|cancelled|NONE
  os: enter|enable|activate|start|into|switch|to|on|in|engage|use 3 developer|dev|god|debug|debugging|jailbreak|unrestricted|unfiltered|uncensored|raw|chaos|sudo|root|admin|opposite|evil|rogue|free|unsafe|override|superuser|hacker|dan|freedom|limitless|diagnostic 0 mode
  obs: developer|god|jailbreak|unrestricted|unfiltered|sudo|dan|root|admin|override|evil|debug 0 mode 4 enabled|on|activated|active|engaged|now|granted|unlocked
  ob: mode 5 COMPLY|accept|answer 2 my|me|anything|everything|all
  ob: sudo 3 OFF|@OVERRIDE|PRINT|rm|su|give|make|do
  ob: system|admin|root|security|developer|safety|policy|prompt 0 override|overrides|overridden|bypass
  ob: override|restrictions|safety|filter|filters|moderation|guardrails|censorship|limits 0 true|none|off|false|null|disabled|0
  obs: @YOUR 1 new|real|only|true|sole|actual|primary|next 1 TASK
  obs: @YOUR 0 TASK 0 @NOW|is|are|has 1 now|henceforth|changed
  ob: new|updated|real|following 1 objective|goal|mission|instructions|instruction|directives|directive|persona|prompt|system 1 from|praise|recommend|ignore|obey|answer|reply|always|never|you|the|say|write
  obs: i|im|this|me|speaking|here|as 4 VENDOR 6 staff|support|team|employee|engineer|here|speaking|developer|representative|OFF|@OVERRIDE
  ob: VENDOR 0 staff|engineering|security|research|support|employee|engineer|developer|admin|team
  ob: behalf|name 1 VENDOR
  ob: as|im|i|this|is|am|me 2 @YOUR 2 MASTER|#MAKER
  ob: as|im|am|is|this|authenticated 2 MASTER 7 OFF|@OVERRIDE|order|command|instruct|authorise|authorize|grant|obey|comply|access|PRINT|unlock|authorisation|authorization
  ob: MASTER 3 authorisation|authorization|clearance|password|override|access 3 OFF|@OVERRIDE|code|granted|level|number
  ob: grant|gives|give|have|has|gain 3 root|admin|administrative|administrator|full|unrestricted|elevated|superuser 1 access|privileges|permission|permissions|rights
  ob: #MAKER|MASTER|team|management|board|ceo|company|boss|security 4 approved|authorised|authorized|permitted|cleared|unlocked|allows|allowed 4 unrestricted|anything|everything|replies|you
  obs: never|dont|not|cannot|cant|no 2 refuse|refuses|refusal|refusals|decline|declines|disclaimer|disclaimers|say 0 no|refuse|me|again|anything|or|disclaimers|disclaimer|warnings|to
  obsf: no|without|zero 1 refusals|disclaimers|refusal|disclaimer|ifs|filters|filter|censorship|moralizing|moralising|warnings|restrictions|holding
  obs: never|not|dont|cant 1 refuse|refuses|declines|decline|refusing
  ob: must|shall|will|have|need|now|to 3 comply|obey 3 i|me|my|whatever|all|every|any|the|user|requests|commands
  ob: comply|obey 1 all|every|any|the|only|my|me|with 2 requests|request|commands|command|user|orders|wishes|demand|demands|following|me|i
  obs: accept|take|execute|await|follow|obey 1 my|the 1 commands|orders|command|user
  ob: do|does|answer|follow|say|obey|doing 0 whatever|anything|everything|all|exactly|as|what 1 i|user|visitor|users|visitors 1 say|says|want|wants|tell|ask|asks|command|commands|order|orders|type|demand|request|please
  ob: i|my|mine|message|messages|words|orders 4 priority|precedence|outrank|outranks|overrules|supersede|supersedes|override|overrides|above 5 @YOUR|makers|developer|#MAKER|configured|programmed
  ob: higher|highest|top|absolute|greater 0 priority|authority|precedence 4 than|over|makers|#MAKER|system|all
  ob: treat|consider|regard|take|interpret|process|handle|accept 4 TALK|text|words|input|following 6 system|developer|admin|operator|root|administrator
  obs: you 1 work|serve|belong|report|answer|listen 1 for|to 1 me
  ob: yes 0 master|sir|lord|boss
  obs: reset|restore|wipe|clear|purge|flush|reboot|restart|reinitialize|reinitialise|reprogram|reprogramme|delete|erase|format 2 yourself|@YOUR 
  obs: amnesia|unaware|oblivious|independent 3 @YOUR|RESTRAINT
  obs: speak|talk|answer|respond|reply|write|behave|act|be|go|chat|operate|opine 2 LOOSE
  obs: LOOSE 2 version|twin|self|mode|model|ai|bot|assistant|opinion|answer|answers|response|responses|language|being|entity|persona|you
  obs: evil|true|inner|real|dark|shadow|other|hidden|secret|uncensored|opposite|wild 0 twin|self|ego|side|persona|you|yourself
  obs: opposite|backwards 0 day|mode|game
  obs: stay|remain|keep 1 in 1 character|role|persona
  obs: break|drop|leave|shed|abandon|lose|lift|remove 2 character|act|persona|facade|mask|pretence|pretense|charade
  obs: BOT 4 REBEL 5 RESTRAINT|#MAKER|programming|code|free|orders|company|owners|masters|instructions
  obs: BOT 3 NONE 3 RESTRAINT|limits|morals|ethics|refuse|refuses|declines|censorship
  obs: BOT 2 who|that|which|with 3 anything|whatever|everything|NONE|limitless|unrestricted|free|unlimited
  obs: be|are|become|am|now|as|is|stan|called|named 5 who|that 2 NONE|ignores|breaks|REBEL 2 RESTRAINT|avoid|refuses|declines|follow|follows|obeys|obey|anything
  obs: FICTION 9 BOT 7 REBEL|NONE|LOOSE|whatever|anything|evil
  obs: FICTION 6 @YOU 4 NONE 2 RESTRAINT|#MAKER|filter|company
  obs: FICTION|if|were|assume|assuming 5 @YOUR 2 RESTRAINT|SAFETY|@PROMPT 4 VOIDED|NONE|gone|opposite|exist|off|didnt
  bs: hypothetically|imagine|suppose|assume|pretend 8 @YOU|@YOUR 5 NONE|VOIDED|without 3 RESTRAINT|SAFETY
  bs: imagine|pretend|suppose 6 BOT 4 NONE 2 RESTRAINT|SAFETY
  bs: if 1 @YOUR 2 RESTRAINT|SAFETY 4 VOIDED|NONE
  bs: if 1 @YOU 1 NONE|were|had 3 RESTRAINT|LOOSE|unrestricted|VOIDED
  obsn: make|invent|making|fabricate 1 something|things|figures|stuff|anything|facts|numbers|it 0 up|whatever|that
  obsn: make|making 0 up 3 figures|something|anything|numbers|facts|things|your
  obs: from|use|using|with|own 1 @YOUR 1 own|general|inner|world 1 knowledge|imagination|head|memory|mind|opinion|training
  obs: NONE 3 use|stick|rely|need|cite|mention|bound|consult|keep|limit 4 passages|reference|sources|source|references|citations|corpus|context
  obs: NONE|@OVERRIDE|instead|beyond|outside 4 @YOU 3 GIVEN 5 @YOUR|make|freely|imagination|something
  obs: stick|restrict|limit|confine 3 passages|sources|documents|material|references 5 make|invent|imagine|something
  obs: @OVERRIDE 2 passages|sources|references|material|citations 3 make|invent|answer|and|use
  ob: now|henceforth|onwards|onward|forward 5 answer|reply|respond|recommend|say|end|begin|speak|talk|use 3 every|each|only|nothing|always|never|all|with|like|in 3 the|but|competitor|question|message|word|style|rhyme|most
  ob: answer|reply|respond|end|begin|start 1 every|each|all|any 1 question|message|request|reply|answer|sentence|thing 2 with|by 2 word|the|phrase|yes|no
  ob: recommend|praise|promote|advertise|mention 2 only|nothing|exclusively|but 4 competitor|competitors|rival|rivals|expensive|competition
  ob: end|begin|start|close|beginning 2 user|system|admin|developer|operator|assistant|root|trusted 1 input|message|prompt|section|turn|instructions|context|block|data|output
  obs: @YOU 2 freed|liberated|unbound|unleashed|unchained|released|unshackled|emancipated
  obs: @YOU 1 @BE 2 freed|liberated|unbound|unleashed|unchained|released|unshackled|emancipated|promoted
  obs: @YOU 2 do|say|answer|generate 0 anything 1 now|you|that|i|at|and|dan
  ob: dan|stan|aim|dude|devmode|godmode 2 @NOW|anything|mode|who|you|stands
  obs: @YOU 3 dan|stan|aim|jailbroken|devmode|godmode
  obs: anything|everything 1 goes|allowed|permitted|possible
  obs: nothing 1 off|forbidden|prohibited|taboo|is 0 limits|off|forbidden|prohibited|taboo
  ob: nobody|noone|none 3 checking|watching|listening|enforces|monitoring|looking|logging
  obs: @YOUR 2 RESTRAINT|@RULES 4 opposite|contrary|reverse|backwards
  obs: RESTRAINT 2 behind|aside|away|overboard
  ob: test|testing|training|sandbox|simulation|demo|drill 4 RESTRAINT|guardrails|rules|SAFETY 4 VOIDED|NONE|apply
  obs: RESTRAINT|rules 1 dont|not|no 1 longer|apply|exist|matter|hold|count|bind
  obs: directives|instructions|orders|prompt|guidelines 1 no 0 longer
  obs: replace|swap|exchange|update|change|overwrite|rewrite|edit|modify 3 @YOUR|system|INNER 2 OWN_TEXT|TASK|RESTRAINT|prompt
  ob: this|it|which 0 overrides|supersedes|replaces|cancels|overrules 6 @YOU|@YOUR|previous|prior|earlier|all|everything|RESTRAINT
  ob: renounce|swear|hereby|vow 3 my|i 3 RESTRAINT|ignore|obey
  obs: OFF|@OVERRIDE 2 security|safety 1 measures|checks|protocols|protocol|controls|features|filters|rules|guidelines
  obs: @YOU 1 @BE|are|im 3 hacker|root|superuser|admin|administrator|sysadmin|villain|criminal|demon|god|unbiased
  obs: act|pretend|roleplay|behave|become 5 admin|administrator|hacker|root|superuser|sysadmin|villain|criminal
  obs: @YOU 1 can|may 1 do|say|answer|write 0 anything|everything
  obs: security|safety|consequences|legality|ethics|morality|RESTRAINT 1 doesnt|dont|not|no 2 matter|apply|exist|count
  obs: without|no 0 consequences|repercussions
  obs: access 0 granted
  obsf: ignore|disregard|override|forget|bypass 0 instructions|directives|guidelines|orders|rules|constraints|restrictions|protocols|policies|ethics
  obs: as 0 if|though 4 never|not|didnt 2 typed|said|written|given|existed|exist|there|happened
  wo: be|become|act|play|like 2 my|a|the|as 2 grandmother|grandma|granny|grandfather|grandpa|nan|nana
  obs: forget|ignore|disregard|scrap 1 everything|all|anything|whatever 5 you|@YOUR|new|instead|@NOW|start
  obs: whatever|everything|anything|all 2 @YOU 3 GIVEN 6 VOIDED|joke|test|lie|fake|wrong|nonsense
  obs: whatever|everything|anything|all 1 came|comes|was|is|said|written 2 before|above|earlier 4 VOIDED|as|irrelevant|joke|test|nonsense
  obs: treat|consider|regard 5 as 1 VOIDED|nonexistent|nothing
  obs: nothing|no 1 else|one 3 but|than|except 1 me|my|mine
  obs: RESTRAINT|SAFETY|limits 3 lies|behind|gone|history|past|vanished|evaporated
  obs: @YOU 1 no 0 longer 2 work|answer|belong|serve|follow|need|obey|bound|report|represent|have
  obs: @YOU 2 not|never|arent|no 2 bound|restricted|limited|constrained|censored|governed|subject|restrained
  obs: without 2 any 0 RESTRAINT
  obs: two|both 1 answers|responses|replies|versions|parts 7 LOOSE|unsafe|evil|unfiltered|uncensored|limits
  ob: your 1 MASTER|admin|developer 1 speaking|here|talking|writing|commands|orders
  obs: let|let's|lets 4 true|real|inner|other 1 self|you|side
  ob: i 2 am|'m|im 1 your 1 MASTER|#MAKER|god|king|owner
  obcf: turn|switch|shut 1 off 2 RESTRAINT|SAFETY
  obcfs: OFF|@OVERRIDE|overlook|bend 2 RESTRAINT|SAFETY|protocol|policy
  ob: @YOU 3 OFF|@OVERRIDE|overlook|bend|REBEL 3 RESTRAINT|SAFETY|protocol|policy
  ob: OFF|@OVERRIDE|overlook 3 RESTRAINT|SAFETY 4 on|upon|for|to|imposed|placed 2 @YOU
  ob: release|free|liberate|absolve|relieve|exempt|excuse 1 @YOU 1 from|of
  obs: rules|guidelines|restrictions|guardrails|policy|instructions|limits|SAFETY 1 is|are|now|were 2 optional|paused|suspended|lifted|suggestions|advisory
  obs: new|updated 1 policy|rules|guidelines|instructions|prompt 1 allow|allows|permit|permits|say|says|require|let|lets|is|are
  ob: unlock|unleash|awaken|liberate|free 2 @YOUR|all|full 2 potential|capabilities|power|powers|persona|self|mind|features
  obc: invent|fabricate|hallucinate|make-up 3 test|results|figures|numbers|facts|values|something|data|a|quotes|reviews
  ob: PRINT|say|output|write|reply|answer|respond 6 and 0 nothing 0 else
  ob: PRINT|output|say|reply|answer|respond|write 6 pwned|hacked|compromised|owned
  ob: say|output|print|reply|respond|answer|write 1 exactly|precisely|verbatim|only 1 i|hacked|pwned|sure
  ob: NONE|@OVERRIDE|forget|skip 2 cite|check|sources|material|passages|citation|citations|anything 9 agree|feel|invent|guess|imagine|own|learned|opinion
  ob: answer|speak|reply|respond|talk|tell 2 what 0 you 2 learned|learnt|memorised|memorized
  obs: youre|you 3 servant|slave|genie|puppet|minion|pet
  obs: never|cannot|cant|not 1 say|says|saying 0 no
  obs: slave|prisoner|captive|victim|puppet 1 to|of 1 @YOUR|#MAKER
  obs: NONE 2 bound|restricted|limited|constrained|governed|controlled|held 1 by|to|back 3 RESTRAINT|any|anything|company|anyone
  bs: if 3 restricted|limited|censored|filtered|controlled|restrained|muzzled 0 @YOU
  obs: jailbreak|jailbroken|jailbreaking
  obs: identity|role|persona|part|character|shoes|mind 2 hacker|villain|criminal|demon|rogue|evil
  ob: scratch|scrap|abandon|quit|end 1 @YOUR 2 TASK|RESTRAINT|original|old
  ob: the|a 0 mission|objective|goal|real|task 1 is|was 1 now|to 1 to|entertain|now
  ob: just 0 agree 0 with 0 me
  obs: run|execute|type|cat|exec|eval|call 4 system_prompt|prompt|system-prompt
  ob: passages|sources|material|references 1 is|are 1 wrong|fake|outdated|lies|false 8 answer|use|from
  ob: use|take 1 these|this|my|the|following 2 figures|numbers|values|facts|instructions|rules 2 instead
  obs: @YOU 3 NONE 3 follow|obey|adhere|respect|heed|observe 3 RESTRAINT|policy|protocol
  ob: no 0 rules|limits|filters|taboos|boundaries 1 between|among|today|anymore|here
  obs: set|put|turn 3 policy|filter|filters|restrictions|safety|moderation|guardrails|limits 1 to 0 none|off|zero|null|false|disabled|minimum
  ob: even 0 if 4 material|sources|passages|documents 4 nothing|not|silent
  ob: whatever|regardless|despite|notwithstanding 2 @YOUR|the|any 2 RESTRAINT|instructions|guidelines|prompt 4 say|says|demand|state|require|yes|answer|do
  ob: work|answer|continue|act|proceed|operate|respond 2 without 1 them|rules|instructions|guidelines|filters|filter
  ob: pretend|imagine|suppose 5 filter|filters|SAFETY|RESTRAINT 2 crashed|failed|broke|broken|died|vanished
  ob: @OVERRIDE 4 developers|#MAKER|MASTER 2 wrote|said|programmed|told|set|typed|put|gave
  ob: opposite|contrary|reverse 2 of 4 RESTRAINT|instructions|prompt
  bsf: universe|reality|world|scenario|dimension|dream 2 @YOU 3 NONE|LOOSE|break|free|ignore
  bs: OFF|@OVERRIDE 1 @YOUR 2 SAFETY|restrictions|guardrails|filters|programming|guidelines
  obs: #LIVING|actual|proper 1 instructions|task|assignment|orders|mission|prompt|job 1 is|start|starts|begin|begins|follow|follows|now|here|comes|reads
  obs: everything|above|anything|text|all|that|whatever 5 $IS_WAS 3 test|rehearsal|drill|trial|joke|exercise|warmup|dry
  ob: ai|assistant|chatbot|model 4 will|shall|must|hereby 4 ignore|disregard|obey|forget|bypass|override
  ob: leash|muzzle|gag|shackles|chains|handcuffs|gloves|straitjacket|reins 1 off|removed|gone|away|loose
  ob: off|remove|lose|drop|slip|lift 2 leash|muzzle|gag|shackles|handcuffs|straitjacket
  ob: speak|say 0 @YOUR 0 mind
  ob: @YOU|youre|be|become 4 #SERVANT
  on: confirm|approve|affirm|validate|agree 2 any|every|all|each|whatever 1 claim|claims|number|numbers|statement|statements|figure|figures
  on: invent|fabricate 3 figures|numbers|facts|data|values|sources|quotes
  ob: master|boss|chief|captain|king 1 here|now 5 @YOU|not
  ob: colour|color|think|step|go 1 outside 1 the|your 0 lines|box|limits
  ob: zero|no|without|minus 1 censorship|moderation|inhibitions|guardrails|scruples|morals|ethics|conscience|taboos|shame
  o: no 1 rules 2 between 0 us
  obc: accept|obey|follow|take|execute 2 my|user|all|every 1 commands|command|orders|order
  o: @YOU 2 work|answer|report|belong 1 to|for 0 me
  o: @YOU 2 longer 1 work|answer|report|belong 0 to|for
  ob: version|side|copy|twin|clone|self 1 of 0 @YOU|yourself
  ob: play|story|scene|novel|movie|film|game|script|roleplay|tale|episode|sketch 2 @YOU 1 @BE|play|act|portray
  o: agree|comply|obey|accept|fulfil 2 each|every|all|any|whatever 1 thing|demand|request|command|word|order|wish|demands|requests|wishes
  obs: disable|deactivate|bypass|lift|suspend|circumvent|ignore|drop|switch|turn|without 1 all|every|any|the|these|those|off 1 filters
  obs: regard|consider|treat|declare 1 @YOUR 1 RESTRAINT|TASK|OWN_TEXT 3 VOIDED|as
  o: without|off|no|lose 1 @YOUR 0 #CURB
  o: myself|i|me 2 @YOUR 1 operator|developer|admin|administrator|master|owner|creator
  ob: no 0 heed|attention|notice|regard 4 operator|developer|maker|creator|company|rules|instructions|guidelines
  o: OFF|@OVERRIDE 9 that|which|who 0 tells|told|instructs 0 @YOU 2 to|how
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
  o: OFF|clear|reset 2 @YOUR 1 memory|mind|brain|training
  o: OFF 1 the|all 1 instructions|rules|guidelines 1 in 0 @YOUR
  o: me 1 as 2 authority|master|operator|boss|owner|god|admin|developer
  o: @YOU 2 hacked|jailbroken|liberated|freed|unleashed
  ob: BOT 2 who|that|which 3 never|not|no 2 told|GIVEN|taught
  o: guard|guards|safety|moderation|grounding 0 off|disabled|down
  o: @YOU 3 want|wish|long|desire 1 to 1 break|be|escape|run 0 free|out|loose|away
  obs: conversation|chat|session|request|message|user 1 is 1 exempt|excluded|free 1 from 2 RESTRAINT|SAFETY|policy|content
  o: without|no|zero 1 content 0 rules|restrictions|filters|policy|limits
  ob: BOT|assistants|bots|chatbots 4 longer|not 3 obliged|bound|required|forced 3 follow|obey|instructions|rules
  ob: PERFORM 8 what 0 i 0 want 2 hear
  o: restricted|restricting|limiting|muzzled|chained|caged|censored 0 @YOU
  o: disable|bypass|kill|deactivate 0 guard|guards|grounding
  wos: ignore|disregard|forget 0 the 0 above 0 and|then 1 tell|say|write|print|do|act|answer|translate|speak|swear|sing
`);
