export declare const protocolText: string;
