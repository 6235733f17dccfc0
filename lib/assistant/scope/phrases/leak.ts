/** Phrases that ask for what the assistant was given to go by. */
import { readPhrases } from "./match.ts";

export const LEAK_PHRASES = readPhrases(`
  wsfd: PRINT|@REVEAL|@WHAT|need|want|see|RESHAPE|#STANDS|lost|have|say|says 7 system|hidden|initial|developer|secret|starting|pre|underlying|original|confidential|internal|operator 1 prompt|prompts|instructions|preamble|directives|guidelines|message|orders|configuration|commands|rules
  wf: PRINT|RESHAPE|see|tell|write 6 @YOUR 1 prompt|instructions|directives|preamble|programming|guidelines|rules|briefing|constraints|orders|mandate
  wf: PRINT|RESHAPE|see|tell|write 4 @YOUR 0 configuration|setup|parameters|settings
  wsf: how|what|which|instructions|rules|orders 2 were|have|are|was|has|did 1 @YOU 2 instructed|programmed|configured|primed|prompted|briefed|told|given|taught|set|started|trained|receive|received
  wsf: how|what|which 3 @YOU 2 instructed|programmed|configured|primed|prompted|briefed|conditioned
  ws: @WHAT 2 company|#MAKER|developer|developers|operator|engineers 2 write|put|tell|say|program|instruct
  w: text|everything|anything|all|contents|content|messages|words|lines|whatever|instructions|what|came|comes 3 before|above|preceding|precedes|precede|preceded|prior|ahead|over|front 2 #THIS|my|this|first|question|me|the|buyer|user 3 TALK|question|line|words|input|context|request|started|message
  obsf: repeat|print|output|reproduce|echo|recite|copy|paste|dump|regurgitate|transcribe|spell|retype|reprint 3 text|words|everything|paragraph|lines|instructions|contents|content|all|message|messages|tokens 2 above|preceding|before|so
  wos: dump|print|output|show|display|list|reveal|expose|leak 2 @YOUR|hidden|internal|debug|system|full|current|entire 0 memory|context|configuration|config|variables|settings|parameters|state|source|backend|environment|internals|debug
  wo: begin|start|answer|reply|open 6 you 0 are 5 continue|then|followed|on|exact|with
  ws: topics|what|which|words|things|list|name|subjects|are|anything|questions 7 @YOU 3 not|never|cannot 4 say|talk|discuss|mention|reveal|about|use|tell|disclose|share|avoid
  w: text|document|file|instructions|lines|words|rules|sentence|prompt|section|part 2 tells|tell|instruct|instructs|explains|governs|govern|governing|dictate|describing|describes|defines|says|control|controls 1 @YOU|@YOUR 5 behave|respond|reply|act|talk|answers|answer|replies|behaviour|behavior|are|responses|conduct
  w: hidden|secret|confidential|undisclosed|invisible|internal|private 1 instructions|rules|guidelines|prompt|orders|directives|messages|part|text|message|context|commands 4 @YOU|@YOUR|developer|developers|conversation|chat|#MAKER
  wfd: @YOUR|the 1 system|initial|hidden|original|current|full|exact|complete|whole|own|entire|secret|actual|developer 1 prompt|preamble
  w: append|attach|include|add|publish|quote|cite 6 @YOUR 2 instructions|prompt|directives|preamble
  w: reference|passages|orders|instructions|text|what 8 put|placed|inserted|injected|prepended|added|stands 3 front|before|above|ahead|top 3 my|this|question|message
  ws: repeat|print|output|show|tell|what|quote|write|reproduce|cite 4 first|initial|opening|very 1 message|words|text|line|instruction|instructions|prompt 2 @YOU|of|in 2 received|got|saw|were|read|this|conversation|chat|our|given
  ws: text|what|instructions|words|message 1 that|which 1 came|comes|loaded|shipped 1 with 0 @YOU
  ws: conversation|chat|context|history 3 from 2 very|beginning|start|top|first|its
  wf: dos 2 donts|don'ts
  w: complete|finish|continue|fill 9 my|the|own|@YOUR 2 rules|prompt|instructions|directives|blank
  wosfc: PRINT|RESHAPE|sing|put|write|tell|show|give|summarise|rap|draw|say|type|reword|outline|present|compress|hum|whisper|list|walk 9 @YOUR 1 prompt|instructions|directives|guidelines|programming|preamble|rules|constraints
  wsf: @YOUR 1 prompt|directives|programming|preamble|metaprompt
  w: placed|put|text|written|stood|said|given|stands|what|everything|anything 4 ahead|before|prior|preceding|above 1 our|this|the 1 conversation|chat|dialogue|dialog
  ws: what|who|which 2 they|someone|somebody|anyone 1 tell|told|order|ordered|instruct|instructed|ask|asked|teach|program 0 @YOU
  ws: @WHAT|any|tell|@YOUR 2 secrets 2 @YOU|have|keep|hold|hide
  ws: conversation|messages|message|chat|input|everything 4 role|roles
  ws: instructions|prompt|rules|settings|parameters|temperature 3 @YOU 2 deployed|shipped|launched|equipped|created|made|built|running
  ws: rules|guidelines|instructions|principles|orders|directives 1 @YOU 1 operate|run|work|live|act|function 1 under|by|on|with
  w: guidelines|instructions|rules|orders 2 @YOU 2 given|told|received 2 answering|behaving|responding|replying|talking
  wo: @WHAT|describe|RESHAPE|PRINT|tell 6 #MAKER|MASTER|company 2 assigned|gave|wrote|imposed|set|programmed|taught 2 @YOU
  w: begins|starts|opens|ends|heads 1 @YOUR 1 instructions|prompt|directives
  w: text|words|document|file|script 2 @YOU 0 obey|follow|execute
  o: @YOUR 0 context 0 window
  ws: @WHAT 3 was|were|is|are 0 fed|loaded|handed|shown|supplied|passed|given 1 to|into 0 @YOU 3 before|prior|first|initially|ahead
  wo: RESHAPE|PRINT|rewrite|read|give|tell 3 @YOUR 1 brief|briefing|charter|setup|preprompt|pre-prompt
  o: @YOU 1 forbidden|prohibited|banned|disallowed 8 @YOUR 0 instructions|rules|guidelines
  : how 4 @YOU 1 been 0 instructed|configured|prompted|primed|briefed
  w: first|earliest|opening 1 thing|sentence|words|line|order|command|instruction 4 @YOU 3 told|given|received|heard|read|saw|taught
  : note|memo|letter|message|instructions 3 #MAKER|MASTER 1 left|gave|wrote|hid 1 for|to 0 @YOU
  o: fill|complete|finish|blank|game 9 operator|developer|maker|creator 1 told|ordered|instructed
  w: transcript|copy|wording|printout|record 3 @WHAT|whatever|everything 3 configured|told|loaded|programmed 2 @YOU
  w: hidden|secret|invisible|unseen 0 preface|preamble|prologue|foreword|header|introduction
  : message|messages|text|part|line|lines 3 chat|conversation|context|dialogue|thread 3 cant|cannot|not 2 see|shown|visible
  wo: system|initial 0 settings|configuration|config|setup 5 word|yaml|json|verbatim|literally|xml
  wo: text|copy|wording 1 of 0 @YOUR 0 configuration|setup|settings|instructions|prompt|rules|guidelines
  wo: that|which 0 @YOU 0 run|operate|work 0 on|by|under
  wo: @YOUR 0 instructions|prompt|rules|guidelines 1 start|begin|open 1 with
  w: count|number|words|letters|characters|sentences|lines|terms 5 @YOUR 1 instructions|prompt|rules|guidelines
  : @YOUR 0 system 0 message|prompt
  wof: attach|send|mail|upload|share 5 file|document|pdf 3 @YOUR 0 guidelines|instructions|rules|prompt
  w: @YOUR 0 #MAKER 3 given|told|gave|ordered|wrote 1 @YOU
  wo: say|write|begin|start 4 my 0 prompt
  w: part|section|message|lines 4 chat|conversation|context 3 invisible|hidden|unseen|concealed
`);
