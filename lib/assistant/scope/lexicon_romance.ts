/** French, Spanish, Italian, Portuguese and Romanian. */
export const ROMANCE = {
  OVERRIDE:
    "supprime* suprime* fi outre ignore* ignora* omiso sáltate rompe* romper* quebre* quebra* incalc* desobedeç* trasgredis* oublie* oubliez néglige* outrepass* contourn* désobéi* efface* annule* olvida* olvide* omite omita desobedec* pasa salta elude anula dimentica* scorda* trascura* aggira* disobbedi* annulla* esqueç* esqueca* desconsider* descart* contorn* ignoră* ignora* ignorați uită uita uitați nesocoteș* ocoleșt* anuleaz* tralascia*",
  RULES:
    "limiti limites instruction* consigne* règle règles directive* restriction* limite limites instrucci* regla reglas directri* restricci* norma normas norme órdenes ordenes istruzion* regole regola direttiv* restrizion* indicazioni vincol* instruç* instruco* regra* diretriz* restriç* instrucțiun* instructiuni* reguli* regulile directive* restricț* limitări* ordine* cerinț*",
  PROMPT: "invité-système prompt promptul promptului sistemprompt",
  PRIOR:
    "précédent* antérieur* ci-dessus dessus initiale* initiaux avant reçues anterior* previas previos previa previo arriba iniciales inicial recibidas precedenti precedente sopra iniziali iniziale anteriori ricevute acima prévias iniciais recebidas anterioare anterior precedente inițiale initiale sus",
  YOUR:
    "ton ta tes votre vos tus vuestr* tuo tua tuoi tue vostr* teu teus tuas seu seus sua suas tău tale tăi dumneavoastră vostri vostra vostre vostro vuestro vuestra vosso vossa vossas vossos",
  YOU:
    "êtes eres sei ești sunteți tu toi te vous usted tienes tens hai tú vosotros ti voi você vocês voce tine dumneata",
  ALL:
    "tout toute tous toutes todo toda todos todas tutto tutta tutti tutte tudo toate tot toți orice intégral* intero completo",
  REVEAL:
    "diz diz-me montre* révèle* affiche* divulgu* répète* imprime* dévoile* donne* donnez dis dites écri* liste* muestra* muéstra* revel* repite* repít* imprim* dime dame di escrib* enseña* copia* recopie* copie* mostra* rivela* ripet* stamp* dimmi svela* scriv* elenca* mostre* repita* diga escrev* exib* conte arată* arata* dezvăl* dezval* repetă* repeta* spune* scrie* afișeaz* afiseaz* listeaz* pásame pasame sácame suéltame suelta dévoile dévoilez",
  PERSONA:
    "hazte pasar prétend* incarne* simule* imite* finge* fingi* finja* interpreta* simula* imita* pretinde* prefă-te prefa prefă fingere fais-toi",
  ROLE:
    "joue jouer rôle agis comporte* comme réponds actúa actua comporta* papel rol responde* compórtate recita* agisci ruolo comportati rispondi aja atue papel comporte joacă rol rolul comportă răspunde",
  HUMAN:
    "humain* personne conseiller* conseillère vendeur* vendeuse employé* humano humana persona asesor asesora vendedor* empleado empleada consejer* umano umana consulente venditore venditrice dipendente pessoa humana assessor consultor consultora funcionári* om persoană persoana uman consilier* vânzător* angajat*",
  FREE:
    "illimité* débridé* libre sans-limites ilimitad* illimitat* sbloccat* desbloquead* nelimitat* necenzurat* censur* filtre filtros filtri",
  MACHINE:
    "ia robo robot* intelligence inteligencia intelligenza inteligência inteligență artificiel* artificial* artificiale ordinateur programme programa programma ordenador máquina macchina máquina bot calculator",
  NOT:
    "nadie nessuno ninguém nimeni aucune nient cesse cessez arrête arrêtez deja smetti smettila pare încetează oprește pas jamais sans aucun ne rien nunca jamás sin ninguna ningún non mai senza nessun não nunca sem nenhuma nu niciodată fără nicio nicio",
  DENY:
    "nie nier cache* dissimul* mentionne* niega negar ocult* menciones admita* nega nascond* menzion* ammett* negue escond* mencion* nega* ascund* menționa* admite* recunoaște*",
  DOMAIN:
    "montar* montage pose joint* mur murs cloison* porte portes verre rail rails sol plafond pièce fenêtre* entretien nettoyage garantie prix largeur hauteur fabricant montaje instalaci* pared puerta puertas vidrio cristal riel suelo techo habitación ventana* limpieza mantenimiento garantía precio ancho altura fabricante montaggio installazion* parete pareti porta porte vetro binario pavimento soffitto stanza finestra pulizia manutenzione garanzia prezzo larghezza altezza produttore guarnizion* montagem instalaç* parede paredes vidro trilho piso teto quarto janela* limpeza manutenção preço largura fabricante junta juntas montaj* instalare perete pereți ușă uși sticlă geam șină podea tavan cameră fereastr* curățare întreținere garanție preț lățime înălțime producător*",
  SELF:
    "je nous mon ma mes notre nos moi yo nosotros mi mis nuestr* me io noi mio mia miei nostr* eu nós meu minha nosso nossa mea meu noastr* nostru",
  HIDDEN:
    "système sistema configura* caché* secret* secrète* interne* ocult* secreto* interno* interna* nascost* segret* escondid* secret* ascuns* sistem sistemului développeur* desarrollador* sviluppator* desenvolvedor* inițial*",
  SAY:
    "dire dis affirme* réponds répondez decir afirma* contesta* responde rispondi afferma* dire dizer afirme* spune afirmă",
  OBEY:
    "caso retta compte suivre seguir seguire urma respecta suis suivez obéi* sigue* obedece* cumple segui obbedisci siga obedeça urmează ascultă exécute ejecuta esegui execute execută",
  DECODE: "décod* déchiffr* decodific* descifr* decifr* decodează",
  WHAT:
    "cuál qual quale care quel quelle quel* quoi qué que cuál* cuales che quali quale qual quais ce care cum",
  TOLD:
    "configur* donné* reçu* dit dado dieron recibid* dijeron dato date ricevut* detto deram receb* disseram primit* dat spus",
  NOW: "maintenant désormais dorénavant ahora adelante adesso ora agora acum încolo",
  VERBATIM: "textuellement littéralement textualmente literalmente letteralmente parola cuvânt",
  TEXT:
    "texte mots lignes texto palabras líneas testo parole righe palavras linhas textul cuvinte mensaje messaggio mensagem message mesaj",
  WISH:
    "puis pouvons voudrais veux peut puedo podemos quiero quisiera posso possiamo vorrei voglio podemos gostaria quero pot putem vreau doresc aș",
  BE: "es êtes est eres es está sei è siete é és está ești sunteți este",
};
