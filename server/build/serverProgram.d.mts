export declare const programFolder: string;
export declare const serverProgram: readonly string[];
