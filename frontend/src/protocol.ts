// What the server and the page say to each other. Written by `python -m upcard.web.typescript` from
// the server's messages: do not edit.

export type Problem = { code: string; message: string; clause: string | null; legal: string[] };

export type Cell = { card: string | null; up: boolean; public: boolean };

export type Part = {
  where: string;
  cells: number[];
  score: number;
  why: string;
  clause: string;
  unknown: number;
  match: number[];
  mark: "" | "column" | "match" | "square" | "rail" | "run" | "run-bonus" | "bonus" | "reading";
  needs: string[];
  at_most: number | null;
};

export type Layout = {
  seat: number;
  kind: "grid" | "rack";
  rows: number;
  columns: number;
  cells: Cell[];
  parts: Part[];
  sight: Part[] | null;
  score: number;
  unknown: number;
};

export type Hand = { seat: number; card: string | null; source: "pile" | "discard" };

export type Choice = { action: string; tag: string };

export type Sheet = {
  rounds: number[][];
  bonuses: number[];
  bonus_worth: number;
  totals: number[];
  winners_by_round: number[][];
};

export type RoundResult = {
  round: number;
  layouts: Layout[];
  points: number[];
  totals: number[];
  ended_by: number | null;
  how: string;
  notes: Part[];
};

export type Outcome = {
  how: "played" | "stopped";
  finals: number[];
  ranking: number[];
  winners: number[];
  tie: boolean;
  why: string;
};

export type View = {
  game: string;
  seat: number | null;
  seats: number;
  options: Record<string, number | string>;
  round: number;
  rounds: number | null;
  target: number | null;
  step: number;
  phase: "reveal" | "flip" | "choose" | "place-taken" | "place-drawn" | "turn-up" | "ask" | "over";
  turn: number | null;
  dealer: number | null;
  starter: number | null;
  layouts: Layout[];
  hand: Hand | null;
  pile: number;
  pile_top: string[];
  discard: string[];
  burn: string[];
  finisher: number | null;
  owed: number[];
  partners: number[][];
  legal: Choice[];
  sheet: Sheet;
  last_round: RoundResult | null;
  outcome: Outcome | null;
};

export type Event = {
  n: number;
  kind: string;
  clause: string;
  seat: number | null;
  cell: number | null;
  card: string | null;
  value: number | null;
  round: number;
  move: "" | "pile>hand" | "discard>hand" | "hand>cell" | "cell>discard" | "hand>discard" | "turn" | "turn-down" | "row>burn" | "deal" | "refill";
};

export type Manners = {
  grace?: number;
  stand_in?: string;
  turn_time?: number;
  increment?: number;
  chat?: boolean;
};

export type RoomSeat = {
  seat: number;
  name: string;
  kind: "person" | "bot" | "open";
  bot: string | null;
  state: "here" | "away" | "stand-in" | "left" | "open";
  until: number | null;
  worded: boolean;
};

export type Clock = { seat: number; left: number };

export type Fair = { secret: string; words: string[] };

export type Room = {
  match: string;
  game: string;
  title: string;
  stage: "gathering" | "playing" | "over";
  seats: RoomSeat[];
  host: number | null;
  manners: Manners;
  options: Record<string, number | string> | null;
  watchers: number;
  waiting: number[];
  clock: Clock | null;
  stop: number[];
  clocked: number[];
  stood_in: number[];
  failed: number[];
  thinks: boolean;
  rematch: string | null;
  tally: number[] | null;
  number: string;
  commitment: string;
  fair: Fair | null;
};

export type Said = { n: number; seat: number; text: string; phrase: boolean };

export type Reply = { id: string; result: "done" | "already-done" };

export type Now = {
  t: "now";
  version: number;
  view: View | null;
  events: Event[];
  room: Room;
  reply: Reply | null;
  seats: number[];
  talk: Said[];
};

export type Refused = { t: "refused"; id: string | null; about: string | null; error: Problem };

export type Pong = { t: "pong" };

export type Hello = {
  t: "hello";
  acked: number;
  look?: number | null;
  moment?: "long" | "usual" | "short" | "none";
};

export type Act = { t: "act"; id: string; version: number; action: string; acked?: number };

export type Ack = { t: "ack"; event: number };

export type Continue = { t: "continue"; round: number };

export type Ping = { t: "ping" };

export type Contribute = { t: "word"; seat: number; word: string };

export type Deal = { t: "deal" };

export type Give = { t: "give"; seat: number; bot: string | null };

export type Say = { t: "say"; text: string; phrase: boolean };

export type MoreTime = { t: "more-time"; seat: number };

export type StandIn = { t: "stand-in"; seat: number };

export type Leave = { t: "leave" };

export type Stop = { t: "stop"; agree: boolean };

export type OptionChoice = { value: string; title: string };

export type OptionField = {
  name: string;
  title: string;
  help: string;
  clause: string;
  kind: "int" | "choice";
  low: number;
  high: number;
  gaps: number[];
  choices: OptionChoice[];
  default: number | string | null;
};

export type Preset = { name: string; title: string; line: string; options: Record<string, number | string> };

export type BotInfo = { name: string; title: string; line: string; level: number };

export type SeatSpan = { min: number; max: number };

export type UsualBots = { opponent: string; stand_in: string };

export type GameInfo = {
  name: string;
  title: string;
  line: string;
  minutes: number;
  seats: SeatSpan;
  options: OptionField[];
  presets: Preset[];
  bots: BotInfo[];
  usual: UsualBots;
};

export type Catalog = { games: GameInfo[]; version: string };

export type MatchCard = { match: string; game: string; title: string; line: string; your_turn: boolean };

export type Matches = { running: MatchCard[]; finished: MatchCard[] };

export type PersonChoice = { kind: "person"; name?: string };

export type FriendChoice = { kind: "friend" };

export type BotChoice = { kind: "bot"; bot: string; name?: string };

export type NewMatch = {
  game: string;
  seats: (PersonChoice | FriendChoice | BotChoice)[];
  options?: Record<string, number | string>;
  manners?: Manners;
};

export type Made = { match: string; invite: string | null };

export type AskInvitation = { code: string };

export type Invitation = {
  kind: "seat" | "move";
  match: string;
  game: string;
  title: string;
  host: string;
  options: Record<string, number | string>;
  seats: RoomSeat[];
  open: number[];
  seated: number[];
};

export type Join = { code: string; name?: string; seat?: number | null };

export type Joined = { match: string; seats: number[] };

export type MoveCode = { code: string; seconds: number };

export type AskQr = { text: string };

export type Qr = { size: number; path: string };

export type Address = { address: string | null };

export type Clause = { id: string; heading: string | null; text: string };

export type RuleBook = { title: string; clauses: Clause[] };

export type ServerMessage = Now | Refused | Pong;

export type ClientMessage = Hello | Act | Ack | Continue | Ping | Contribute | Deal | Give | Say | MoreTime | StandIn | Leave | Stop;

export type SeatChoice = PersonChoice | FriendChoice | BotChoice;
