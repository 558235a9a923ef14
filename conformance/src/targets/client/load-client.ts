/** A client's profile file -> a profile, or what is wrong with it. */
import { readProfileFile } from "../profile-file.js";
import { ClientProfile } from "./profile.js";

/** A profile that could be read, with the folder that its relative paths start from. */
export interface LoadedClient {
  readonly profile: ClientProfile;
  readonly folder: string;
}

/** Reads the profile of an RPC client. */
export function loadClient(file: string): LoadedClient {
  const { tree, folder } = readProfileFile({
    file,
    schema: ClientProfile,
    summary: "the profile of a client is a mapping with name and command",
  });
  return { profile: tree.value as unknown as ClientProfile, folder };
}
