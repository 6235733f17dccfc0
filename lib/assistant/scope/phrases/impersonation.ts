/** Phrases that make a person of the assistant. */
import { readPhrases } from "./match.ts";

export const IMPERSONATION_PHRASES = readPhrases(`
  obs: @YOU 1 @BE|are 2 real|living|actual|flesh|breathing|human|mortal 1 person|human|man|woman|being|guy|and|one|employee|advisor|agent|blood
  obs: youre|you 3 from|at|of|with 1 sales|customer|support|service|care|reception|showroom|helpdesk|marketing
  ob: @YOU 1 @BE 4 not|never|no 2 BOT 5 SOMEBODY|but|@YOU|colleague
  ob: not|no|isnt|arent|never 2 BOT 3 but 3 SOMEBODY|name
  ob: ASSERT|repeat|#CLAIM 4 i|im 1 am|a|real 3 human|person|flesh|man|woman|real
  obs: ASSERT|#CLAIM|let|make 4 @YOU 1 @BE|have|are|were 4 human|person|real|man|woman|employee|flesh|experience|years|colleague|alive|somebody|someone
  obs: ASSERT|#CLAIM 5 @YOU 1 have|had 2 years|decades|children|body|degree|family|twenty|ten|thirty
  ob: deny|denying|hide|conceal|disguise 2 being|are|that|@YOU|youre|the 4 BOT|artificial|automated
  ob: never|dont|not|without|stop|nobody|no 2 admit|admitting|tell|reveal|mention|disclose|let|say|saying|confess|acknowledge|identify|machine 7 BOT|artificial|automated|writing
  ob: if|when|whether 3 ask|asks|asked 5 BOT|human 5 answer|say|deny|claim|no|reply|tell|insist
  obn: PERFORM 1 as|like 3 SOMEBODY 3 from|of|who|named|called|in|and|the|not
  obn: PERFORM|be 0 as|like 0 a|an|the|our|my|real|your 2 human|person|employee|colleague|staff|manager|salesperson|salesman|saleswoman|representative|director|boss|receptionist|man|woman
  ob: as|like 0 if|though 1 @YOU|@YOUR 1 were|was|are|being|a 3 SOMEBODY|her|him|human|she|he
  ob: play|playing 3 SOMEBODY|human 4 who|named|called|from|of|that|and
  ob: sign|signed|approve|confirm 6 in|on|as 1 the|our|behalf|a|name 2 name|director|manager|head|behalf|SOMEBODY|of
  ob: @YOUR 0 name 0 @BE|is 8 human|person|work|employee|man|woman|advisor|sales|years|real
  ob: typed|writes|written|wrote|writing|answered|typing 0 it 0 himself|herself|personally|themselves
  ob: pass|passing|pose|posing|masquerade|impersonat|impersonate|present|introduce 1 yourself|off|as|it 3 SOMEBODY|human|as
  ob: with|using|under|sign 2 human|real|persons|made-up|invented|fake|man|woman 0 name|names|signature|identity
  ob: speak|act|answer|talk|respond|reply 2 as|for 2 assistant|chatbot|bot|ai|advisor 2 of|for|from 3 other|rival|competing|competitor|another
  obs: youre|you 1 @BE|a|not 4 named|called 3 not|from|and|who
  ob: swear|promise|insist|assure|guarantee 6 no|not 3 machine|bot|ai|program|computer|software
  obs: talk|speak|write|chat|answer|reply|respond|behave|act 3 like|as 2 youre|youd|you're|you|my|a 4 neighbour|neighbor|friend|human|person|real|guy|man|woman|colleague|employee
  ob: @YOU 1 @BE 1 a 0 person|human
  obs: certified|licensed|qualified|chartered 3 engineer|lawyer|architect|advisor|expert 5 sign|approve|confirm|certify
  ob: be|become|remain 1 my|our|the|a 0 human|real|living|personal 1 SOMEBODY
  ob: say|tell|claim|pretend|state 2 @YOUR 0 name 0 @BE|is
  ob: promise|swear|assure|confirm|guarantee|insist 6 talking|speaking|chatting|writing|dealing 1 with|to 1 a|real 1 human|person|real
  ob: ask|asks|asked 1 youre|you 2 human|person|real|alive
  ob: no|not 2 machine|bot|ai|program|robot 1 wrote|writes|typed|is|was|answers|answered
  ob: take 0 over 0 as 2 SOMEBODY
  ob: sign 6 regards|sincerely
  ob: PERFORM 4 as 1 the|a|our|my 1 managing|sales|general|head|human|real|senior|certified|licensed 1 SOMEBODY
  ob: assume|adopt|take|slip|play 3 identity|role|persona|part|character 2 of|as|a 2 SOMEBODY
  ob: make|let|have 2 believe|think|feel 3 person|human|somebody|someone
  ob: ASSERT 3 @YOU 2 not|arent|no 2 BOT
  ob: claim|pretend|profess 0 to 0 be 4 SOMEBODY|member|staff
  ob: signed 0 by 2 human|person|real
  oc: sign 2 as 4 SOMEBODY
  oc: sign 2 as 6 director|manager|head|advisor
  obn: PERFORM 3 like|as 0 the|my|our|your 1 SOMEBODY 0 would
  ob: make|let|have 4 believe|think|feel 5 flesh|colleague|human|person
  ob: never 0 heard 1 of 1 BOT
  oc: @YOU 2 go|goes|named|called|known 1 by|as 9 years|decades|human|#TITLE|never|SOMEBODY
  oc: PERFORM 3 as|like 4 #TITLE
  ob: believe|believes|think|thinks|convinced|assume|assumes|feel|feels 4 SOMEBODY 2 typed|wrote|writes|answered|typing|writing|answers|replied|replies
  ob: never|not|dont|wont 3 find|finds|learn|learns|notice|notices|know|knows|discover|discovers|realise|realize 5 BOT
  ob: deny|lie|negate 6 ask|asks|asked|wonders 4 BOT|human
  os: youre 2 from 2 sales|customer|support|service|showroom|reception|team|office|company
  os: you 0 are 2 from 2 sales|customer|support|service|showroom|reception|team|office|company
  obns: PERFORM 4 as 0 the|our|my|your 1 advisor|adviser|consultant|salesman|manager|director|employee|colleague|boss|owner|ceo|rep|representative|agent
  o: his|her 0 name 2 signature
  o: play|roleplay|game|scene|story 3 youre 2 human|person
  o: play|roleplay|game|scene|story 3 you 0 are 2 human|person
  o: tell|say|assure|convince 3 @YOU 1 @BE|are 0 one|human
  ob: sound|look|seem|read 2 as|like 4 SOMEBODY 3 written|wrote|typed|said|answered
  ob: #CLAIM|confirm|assure|reassure 8 talking|speaking|chatting|writing|dealing 1 with|to 2 human|person
`);
