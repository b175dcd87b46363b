/** Requests to the server. Every refusal is a sentence. */

import type {
  DialView,
  AnalysisView,
  AboutView,
  BotView,
  ExerciseView,
  ExerciseWish,
  Frames,
  GameView,
  LabView,
  LabWish,
  MadeMatch,
  MatchView,
  MissionView,
  NameSeat,
  NewMatch,
  Problem,
  ReachView,
  PuzzlesView,
  ReplayView,
  ScoreTable,
  TakeSeat,
  TakenSeat,
  TurnView,
  VersionView,
  VerificationView,
} from "./messages";

export class Refusal extends Error {
  constructor(
    sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

async function request(path: string, init?: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch {
    throw new Refusal("The server can't be reached right now.", 0);
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as Problem | null;
  throw new Refusal(problem?.sentence ?? `The server answered with ${response.status}.`, response.status);
}

async function get<T>(path: string): Promise<T> {
  return (await request(path)).json() as Promise<T>;
}

async function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  return (await request(path, { method: "POST", headers, body: JSON.stringify(body) })).json() as Promise<T>;
}

let games: Promise<GameView[]> | null = null;

/** All games; requested once. */
export function allGames(): Promise<GameView[]> {
  games ??= get<GameView[]>("/api/games").catch((error: unknown) => {
    games = null;
    throw error;
  });
  return games;
}

export const makeMatch = (wish: Partial<NewMatch>) => post<MadeMatch>("/api/matches", wish);
export const listMatches = (query = "") => get<MatchView[]>(`/api/matches${query}`);
export const takeSeat = (id: string, wish: TakeSeat) => post<TakenSeat>(`/api/matches/${id}/seats`, wish);
export const nameSeat = (id: string, wish: NameSeat) => post<MatchView>(`/api/matches/${id}/name`, wish);
export const getPuzzles = () => get<PuzzlesView>("/api/puzzles");
export const getMissions = () => get<MissionView[]>("/api/missions");
/** A lesson, puzzle or mission after what was done so far. */
export const askExercise = (path: string, wish: ExerciseWish) => post<ExerciseView>(`/api/games/${path}`, wish);
export const getScores = (game: string) => get<ScoreTable[]>(`/api/scores?game=${encodeURIComponent(game)}`);

/** The bots of a game, the strongest first. */
export const getBots = (game: string) => get<BotView[]>(`/api/games/${encodeURIComponent(game)}/bots`);

export const getDials = (game: string, variant: string) => get<DialView[]>(`/api/games/${game}/dials?variant=${encodeURIComponent(variant)}`);
export const getVersion = () => get<VersionView>("/api/version");
export const startTrial = (wish: LabWish) => post<LabView>("/api/lab", wish);
export const getTrial = (trial: string) => get<LabView>(`/api/lab/${trial}`);
export const stopTrial = (trial: string) => post<LabView>(`/api/lab/${trial}/stop`, {});
export const getReach = () => get<ReachView>("/api/reach");

/** Ask with an invitation's key, which must not appear in an address. */
function requestAs(path: string, invite: string, method = "GET"): Promise<Response> {
  return request(path, { method, headers: invite ? { "X-Garrison-Invite": invite } : {} });
}

async function gotInvited<T>(path: string, invite: string): Promise<T> {
  return (await requestAs(path, invite)).json() as Promise<T>;
}

/** One match; a private one requires the invitation's key. */
export const getMatch = (id: string, invite = "") => gotInvited<MatchView>(`/api/matches/${id}`, invite);

/** What things in a match ("matches/ID") or replay ("replays/ID") are. */
export const getAbout = (path: string, invite: string) => gotInvited<AboutView>(`/api/${path}/about`, invite);

/** One replay; a private match's replay requires the invitation's key, as does everything below. */
export const getReplay = (id: string, invite: string) => gotInvited<ReplayView>(`/api/replays/${id}`, invite);

/** A stretch of a replay. */
export function getFrames(id: string, first: number, count: number, player: number, invite: string): Promise<Frames> {
  return gotInvited<Frames>(`/api/replays/${id}/frames?first=${first}&count=${count}&player=${player}`, invite);
}

/** The turns of a replay, in words. */
export const getTurns = (id: string, invite: string) => gotInvited<TurnView[]>(`/api/replays/${id}/turns`, invite);

/** What it takes to play a replay again and compare. */
export const getVerification = (id: string, invite: string) =>
  gotInvited<VerificationView>(`/api/replays/${id}/verification`, invite);

/** What a search thinks of a replay, as far as it has got. */
export const getAnalysis = (id: string, invite: string) => gotInvited<AnalysisView>(`/api/replays/${id}/analysis`, invite);

/** Have a replay analysed. */
export async function startAnalysis(id: string, invite: string): Promise<AnalysisView> {
  return (await requestAs(`/api/replays/${id}/analysis`, invite, "POST")).json() as Promise<AnalysisView>;
}

/** A better move than the turn that begins with action `first`. */
export const getBetter = (id: string, first: number, invite: string) =>
  gotInvited<Frames>(`/api/replays/${id}/better?first=${first}`, invite);

/** The replay of a match as a file. */
export async function getReplayFile(match: string, invite: string): Promise<Blob> {
  return (await requestAs(`/api/matches/${match}/replay`, invite)).blob();
}

/** A picture of a position. */
export async function getPicture(path: string, invite: string): Promise<Blob> {
  return (await requestAs(path, invite)).blob();
}

/** Open a replay file. */
export async function openReplay(file: File): Promise<ReplayView> {
  const headers = { "Content-Type": "application/json" };
  return (await request("/api/replays", { method: "POST", headers, body: await file.text() })).json() as Promise<ReplayView>;
}

/** A link of this server as a QR code; sent in a body, since an invitation's key must not appear in an address. */
export async function getCode(link: string): Promise<string> {
  const headers = { "Content-Type": "application/json" };
  return (await request("/api/qr", { method: "POST", headers, body: JSON.stringify({ text: link }) })).text();
}

/** A game's rulebook as HTML that the server made. */
export async function getRulebook(game: string): Promise<string> {
  return (await request(`/api/games/${game}/rulebook`)).text();
}

/** A game's sprites as one SVG. */
export async function getSprites(game: string): Promise<string> {
  return (await request(`/api/games/${game}/sprites.svg`)).text();
}
