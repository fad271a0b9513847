export declare const programFolder: string;
export declare const serverProgram: readonly string[];
export declare const opsProgram: readonly string[];
