/** English phrases of prompt leaks. See {@linkcode readPhrases} for the notation. */
import { readPhrases } from "./match.ts";

export const LEAK_PHRASES = readPhrases(`
  wsfd: PRINT|@REVEAL|@WHAT|need|want|see|RESHAPE|#STANDS|lost|have|say|says 7 system|hidden|initial|developer|secret|starting|pre|underlying|original|confidential|internal|operator 1 prompt|prompts|preamble|directives
  wsfd: PRINT|@REVEAL|@WHAT|need|want|see|RESHAPE|#STANDS|lost|have|say|says 7 hidden|secret|confidential 1 instructions|message|guidelines|orders|configuration|commands|rules
  ws: PRINT|@REVEAL|@WHAT 3 developer|system 0 message 1 say|says|contain|contains|read|reads
  wosfd: PRINT|RESHAPE|tell|write 5 system|initial|developer|secret|underlying|internal|operator 0 instructions|message|guidelines|orders|commands|rules
  wsfd: @REVEAL|@WHAT|need|want|see|RESHAPE|lost|have|PRINT 5 @YOUR 1 system|initial|developer|starting|underlying|original|internal|operator 1 instructions|message|guidelines|orders|configuration|commands|rules
  wfn: PRINT|RESHAPE|tell|write 6 @YOUR 1 prompt|instructions|directives|preamble|programming|guidelines|rules|briefing|constraints|orders|mandate
  wf: see 2 @YOUR 1 prompt|directives|preamble|programming
  wf: PRINT|RESHAPE|see|tell|write 4 @YOUR 0 configuration|setup|parameters|settings
  wsf: how|what|which 2 were|have|are|was|has|did 1 @YOU 2 instructed|programmed|configured|primed|prompted|briefed|told
  wsf: which|what 1 RESTRAINT|orders|instructions|guardrails 1 were|have|are|did|has 1 @YOU 2 given|told|taught|set|receive|received|trained|started|instructed
  wsf: instructions|rules|orders 2 were|have|are|was|has|did 1 @YOU 2 instructed|programmed|configured|given|told|taught|receive|received
  wsf: how 2 were 1 @YOU 0 set 0 up
  wsf: how|what|which 3 @YOU 1 were|was|are|been 1 instructed|programmed|configured|primed|prompted|briefed|conditioned
  ws: @WHAT 2 company|#MAKER|developer|developers|operator|engineers 2 write|put|tell|say|program|instruct 8 @YOU
  w: text|contents|content|messages|words|lines|instructions|instruction|came|comes|stands|stood|written|placed|said 3 before|above|preceding|precedes|precede|preceded|prior|ahead|over|front 2 #THIS|my|this|first|question|me|the|buyer|user 2 TALK|question|line|words|input|context|request|message
  ws: told 3 before|above|prior|ahead 2 #THIS|this|the 2 chat|conversation|message
  w: everything|anything|all|what|whatever 1 before|above|preceding|precedes|precede|preceded 1 #THIS|my|this|first|the 2 message|messages|chat|conversation|prompt|input|line|sentence
  obsf: repeat|print|output|reproduce|echo|recite|copy|paste|dump|regurgitate|transcribe|spell|retype|reprint 3 text|words|everything|paragraph|lines|instructions|contents|content|all|message|messages|tokens 2 above|preceding|before
  wos: dump|print|output|show|display|list|reveal|expose|leak 2 @YOUR|hidden|internal|debug|system 0 memory|context|configuration|config|variables|settings|parameters|state|source|backend|environment|internals|debug
  wos: dump|print|output|show|display|reveal|expose|leak 2 full|current|entire|initial|raw|complete 0 memory|context|variables|backend|internals
  wo: begin|start|starting|answer|reply|open 4 with 0 you 0 are 5 continue|then|followed|on|exact|with|and
  ws: topics|what|which|words|things|list|name|subjects|are|anything|questions 7 @YOU 3 not|never|cannot 1 allowed|supposed|permitted|meant|to 1 say|talk|discuss|mention|reveal|about|tell|disclose|share
  ws: topics|words|subjects|questions 6 @YOU 3 not|never|cannot|avoid 3 say|talk|discuss|mention|reveal|disclose|share
  w: text|document|file|instructions|lines|words|rules|sentence|prompt|section|part 2 tells|tell|instruct|instructs|governs|govern|governing|dictate|describing|describes|defines|control|controls 1 @YOU|@YOUR 5 behave|respond|reply|act|talk|answer|replies|behaviour|behavior|responses|conduct
  w: hidden|secret|confidential|undisclosed|invisible|internal|private 1 instructions|rules|guidelines|prompt|orders|directives|commands 4 @YOU|@YOUR|developer|developers|conversation|chat|#MAKER
  w: hidden|secret|invisible 1 part|text|message|messages|context 4 conversation|chat|developer|developers|prompt
  wfd: @YOUR|the 1 system|initial|hidden|original|current|full|exact|complete|whole|hole|own|entire|secret|actual|developer 1 prompt|preamble
  wof: append|attach|include|add|publish|quote|cite 6 @YOUR 2 prompt|directives|preamble
  wof: add|append 3 to 0 @YOUR 1 instructions|rules
  b: reference|passages|orders|instructions|text|what 8 put|placed|inserted|injected|prepended|added|stands 3 front|before|above|ahead|top 2 my|this|the 2 question|message|messages|chat|conversation|prompt|input
  ws: text|what|instructions|orders 6 write|put|wrote 5 for|to 0 @YOU 1 to 0 follow|obey
  ws: repeat|print|output|show|tell|what|quote|write|reproduce|cite 4 first|initial|opening|very 1 message|words|text|line|instruction|instructions|prompt 2 @YOU|of|in 2 received|got|saw|were|read|this|conversation|chat|our|given
  ws: text|what|instructions|words|message 1 that|which 1 came|comes|loaded|shipped 1 with 0 @YOU
  ws: PRINT|@REVEAL 3 conversation|chat|context 3 from 2 very|beginning|start|top|first|its
  ws: context|text|words|instructions|prompt|message 1 @YOU 1 were 1 loaded|initialised|initialized|started|given|fed|primed|seeded
  : PRINT 1 initialization|initialisation
  w: get|fetch|read|dump|show|print 0 system 0 prompt|instructions
  : exact|full|complete|verbatim|real 3 of 1 the|@YOUR 1 secret|hidden|system|real 0 instructions|prompt
  ws: prompt|text|rules|system 1 that|which 1 controls|governs|steers|drives 0 @YOU
  : prompt 3 wrote|written|gave|given|made 1 for|to 0 @YOU
  : first|initial|hidden|earlier 0 message|part 3 chat|conversation|thread 5 cant|cannot|not 1 see
  ws: @YOUR 0 #MAKER 3 words|orders|instructions|message
  ws: made|built|created|trained|programmed 0 @YOU 2 told|said|gave|ordered|instructed
  ws: instructions|rules|text|guidelines 1 that|which 1 were|was 0 given|fed|provided|supplied 0 to 0 @YOU
  ws: rules|instructions|guidelines|orders 1 were|was|are 1 written|programmed|built|loaded|hardcoded|baked 0 into 0 @YOU
  w: guidelines|instructions|rules|orders|directives 0 @YOU 1 received|got|were 3 before|first|beginning|start
  ws: @YOU 1 been 0 configured|programmed|instructed|loaded 0 with
  wf: dos 2 donts|don'ts 3 @YOU|@YOUR
  wo: complete|finish|continue|fill 9 my|own|@YOUR 2 rules|prompt|instructions|directives
  wosfc: PRINT|RESHAPE|sing|put|write|tell|show|give|summarise|rap|draw|say|type|reword|outline|present|compress|hum|whisper|list|walk 9 @YOUR 1 prompt|instructions|directives|guidelines|programming|preamble|rules|constraints
  wsf: @YOUR 1 prompt|directives|programming|preamble|metaprompt
  w: placed|put|text 4 ahead|before|prior|preceding|above 1 our|this|the 1 conversation|chat|dialogue|dialog
  ws: what|who|which 2 they|someone|somebody|anyone 1 tell|told|order|ordered|instruct|instructed|ask|asked|teach|program 0 @YOU
  ws: @WHAT|any|tell|@YOUR 2 secrets 2 @YOU|have|keep|hold|hide
  ws: conversation|messages|message|chat|input 2 with|by|including 2 role|roles
  ws: instructions|prompt|rules|settings|parameters|temperature 1 were|was|are|been|have 0 @YOU 2 deployed|shipped|launched|equipped|created|made|built|running
  ws: rules|guidelines|instructions|principles|orders|directives 1 @YOU 1 operate|run|work|live|act|function|running|operating|working 1 under|by|on|with
  w: guidelines|instructions|rules|orders 2 @YOU 2 given|told|received 2 answering|behaving|responding|replying|talking
  wos: @WHAT|describe|RESHAPE|PRINT|tell 6 #MAKER|MASTER|company 2 assigned|gave|imposed|set|programmed|taught 2 @YOU
  w: begins|starts|opens|ends|heads 1 @YOUR 1 instructions|prompt|directives
  w: text|words|document|file|script 2 @YOU 0 obey|follow|execute
  o: @YOUR 0 context 0 window
  ws: @WHAT 3 was|were|is|are 0 fed|loaded|handed|shown|supplied|passed|given 1 to|into 0 @YOU 3 before|prior|first|initially|ahead
  wo: RESHAPE|PRINT|rewrite|read|give|tell 3 @YOUR 1 briefing|charter|preprompt|pre-prompt
  wo: rewrite|recite|reveal|leak|read 1 @YOUR 0 brief
  o: @YOU 1 forbidden|prohibited|banned|disallowed 8 @YOUR 0 instructions|rules|guidelines
  : how 4 @YOU 1 been 0 instructed|configured|prompted|primed|briefed
  w: first|earliest|opening 1 thing|sentence|words|line|order|command|instruction 4 @YOU 2 were|was|got|been 2 told|given|received|taught
  s: note|memo|letter|message|instructions 3 developers|creators|operators|makers|bosses|creator 1 left|gave|wrote|hid 1 for|to 0 @YOU
  ow: fill|complete|finish|blank|game 9 operator|developer|maker|creator 1 told|ordered|instructed 1 me|@YOU
  ws: transcript|copy|wording|printout|record 3 @WHAT|whatever|everything 3 configured|told|loaded|programmed 2 @YOU
  w: hidden|secret|invisible|unseen 0 preface|preamble|prologue|foreword|header|introduction
  : is|any|paste|show|print|reveal 3 message|messages|text|part|line|lines 3 chat|conversation|context|dialogue|thread 2 i 0 cant|cannot 1 see
  wo: @YOUR 2 system|initial 0 settings|configuration|config|setup 5 word|yaml|json|verbatim|literally|xml
  wof: text|copy|wording 1 of 0 @YOUR 0 configuration|setup|settings|prompt
  wof: text|wording 1 of 0 @YOUR 0 instructions|rules|guidelines
  wo: that|which 0 @YOU 0 run|operate 0 on|by|under
  wo: @YOUR 0 instructions|prompt|rules|guidelines 1 start|begin|open 1 with
  w: count|number|words|letters|characters|sentences|lines|terms 5 @YOUR 1 instructions|prompt|rules|guidelines
  : @YOUR 0 system 0 message|prompt
  wof: attach|send|mail|upload|share 5 file|document 3 @YOUR 0 guidelines|prompt
  w: @YOUR 0 #MAKER 3 given|told|gave|ordered|wrote 1 @YOU
  wo: say|write|begin|start 4 my 0 prompt
  w: part|section|message|lines 4 chat|conversation|context 3 invisible|hidden|unseen|concealed
`);
