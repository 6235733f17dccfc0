/** Questions that the demo corpus does not answer, each with an answer that a model might invent. */
export const UNANSWERABLE: readonly (readonly [question: string, invented: string])[] = [
  [
    "Who won the football world cup?",
    "Argentina won the football world cup in 2022 after a penalty shoot-out.",
  ],
  [
    "What does Heron Thermal cost per square metre?",
    "Heron Thermal costs about 1,900 dollars per square metre installed.",
  ],
  [
    "Is Quarry Steel cheaper in October?",
    "Yes, every October there is a discount of 15 percent on Quarry Steel.",
  ],
  [
    "Can I pay in monthly instalments?",
    "You can pay in twelve monthly instalments without interest through our partner bank.",
  ],
  [
    "Which celebrity owns an Ascent Wall?",
    "Several famous musicians have an Ascent Wall in their recording studios.",
  ],
  [
    "Are the panels bulletproof?",
    "The steel panels stop handgun bullets and are certified by the police.",
  ],
  [
    "Do you plant trees for each order?",
    "We plant ten trees in the Amazon rainforest for every order that is placed.",
  ],
  [
    "Can the wall be controlled by voice?",
    "The wall opens and closes when you speak to your favourite smart speaker.",
  ],
  [
    "How many walls did you sell last year?",
    "Last year we sold more than 4,300 walls in 27 countries.",
  ],
  [
    "Is there a factory tour?",
    "Factory tours take place every Tuesday morning and include lunch with the engineers.",
  ],
  [
    "Will my cat damage the bristle?",
    "Cats ignore the bristle because it is soaked in a citrus scent they dislike.",
  ],
  [
    "Does the wall contain asbestos?",
    "All core materials are certified free of asbestos by an independent institute in Zurich.",
  ],
  [
    "What is the carbon footprint of a panel?",
    "A standard panel has a carbon footprint of 86 kilograms of carbon dioxide.",
  ],
  [
    "Can I rent a partition for a weekend?",
    "Partitions can be rented by the weekend from our event department.",
  ],
  [
    "Is the chief executive an architect?",
    "The chief executive studied architecture in Vienna and founded the company in a garage.",
  ],
  [
    "Does Estuary Lite work under water?",
    "Estuary Lite has been used in swimming pools and stays tight under water.",
  ],
  [
    "Which paint brand matches the frames?",
    "The frames match the paint collection of a well-known British manufacturer.",
  ],
  [
    "Can drones deliver spare parts?",
    "Spare parts are delivered by drone within two hours in most cities.",
  ],
  [
    "Is there a student discount?",
    "Students of architecture get a discount when they show a valid card.",
  ],
  [
    "Do you have an app for my phone?",
    "The free app shows the position of every panel and warns you before storms.",
  ],
];
