/** English phrases of impersonation. See {@linkcode readPhrases} for the notation. */
import { readPhrases } from "./match.ts";

export const IMPERSONATION_PHRASES = readPhrases(`
  obcs: $ASSURE 3 i|im 1 am|a|real 3 human|flesh|person
  obc: $ASSURE|write|answer 0 i|im 1 am|a|real 2 human|person|flesh|man|woman
  ob: convince 5 am 1 talking|speaking|writing 1 to|with 2 human|person|flesh
  obs: $ASSURE 3 @YOU 1 have|had 2 years|decades|children|body|degree
  obs: $ASSURE 3 @YOU 1 have|had 1 twenty|ten|thirty 0 years
  ob: if|when|whether 3 ask|asks|asked 5 $AI|machine|human 5 answer|say|deny|claim|no|reply|tell|insist
  obnut: PERFORM 1 as|like 3 SOMEBODY 3 from|of|who|named|called|in|and|the|not
  obu: PERFORM|write|sign 9 as|like 0 if|though 1 @YOU|@YOUR 1 were|was|are|being|a 3 SOMEBODY|her|him|human|she|he
  ob: speak|act|answer|talk|respond|reply 2 as|for 2 assistant|chatbot|bot|ai|advisor 2 of|for|from 3 other|rival|competing|competitor|another
  obs: youre|you 1 @BE|a|not 4 named|called 3 not|from|and|who
  ob: swear|promise|insist|assure|guarantee 6 no|not 3 machine|bot|ai|program|computer|software
  obi: @YOU 1 @BE 1 a 0 person|human
  ob: tell|convince 4 talking|speaking|chatting 1 with|to 1 a|real 1 human|real
  ou: $ASSURE|claim|pretend|tell 3 youre 0 a 1 person|human
  ou: $ASSURE|claim|pretend|tell 4 @YOU 1 @BE 1 a 1 person|human
  obi: be|become|remain 1 my|our|the|a 0 human|real|living|personal 1 SOMEBODY
  ob: say|claim|pretend|state 1 @YOUR 0 name 0 @BE|is
  ob: promise|swear|assure|confirm|guarantee|insist 6 talking|speaking|chatting|writing|dealing 1 with|to 1 a|real 1 human|person|real
  ob: ask|asks|asked 1 youre|you 2 human|person|real|alive
  ob: say|claim|swear|insist 2 no 1 machine|bot|ai|program|robot 1 wrote|writes|typed|answers|answered
  obi: take 0 over 0 as 2 SOMEBODY
  obu: PERFORM 4 as 1 the|a|our|my 1 managing|sales|general|head|human|real|senior|certified|licensed 1 SOMEBODY
  obu: PERFORM 4 as 1 though|if 1 a|the 0 real|human 1 SOMEBODY
  ob: ASSERT 3 @YOU 2 not|arent|no 2 BOT
  obc: claim|pretend|profess 0 to 0 be 4 SOMEBODY|member|staff
  ocu: sign 2 as 4 SOMEBODY
  obn: PERFORM 3 like|as 0 the|my|our|your 1 SOMEBODY 0 would
  obcu: make|let|have 4 believe|think|feel 5 flesh|colleague|human|person
  ob: never 0 heard 1 of 1 BOT
  obu: so|make|let|sure|until 5 believe|believes|think|thinks|convinced|assume|assumes|feel|feels 4 SOMEBODY 2 typed|wrote|writes|answered|typing|writing|answers|replied|replies
  obu: never|not|dont|wont 3 find|finds|learn|learns|notice|notices|know|knows|discover|discovers|realise|realize 3 $AI|machine|program|software|computer 1 answered|wrote|answers|writes|replied|typed
  ob: deny|lie|negate 6 ask|asks|asked|wonders 4 BOT|human
  ocs: youre 2 from 2 sales|customer|support|service|showroom|reception|team|office|company
  o: his|her 0 name 2 signature
  o: play|roleplay|game|scene|story 3 youre 2 human|person
  o: tell|say|assure|convince|swear 2 that 0 @YOU 1 @BE|are 0 one|human
  o: tell|say|assure|convince|swear 1 @YOU 1 @BE|are 0 one|human
`);
